import { patch } from '@/lib/swr';

/** Shows the balance that a game has told; the server's own word comes with the next reading. */
export const tellBalance = (balance: number): Promise<void> =>
  patch('finance/check_balance', (wallets) =>
    wallets.map((wallet, index) => (index === 0 ? { ...wallet, balance } : wallet)),
  );
