import { useFinanceCheckBalance } from '@/contracts/hooks/finance';
import { patch, refresh } from '../swr/cache';
import type { CallState } from '../swr/useCall';

/** The player's balance in the brand's currency, as numbers with at most two decimals. */
export function useBalance(): CallState<'finance/check_balance'> & {
  balance: number | undefined;
  bonus: number | undefined;
} {
  const state = useFinanceCheckBalance();
  return { ...state, balance: state.data?.[0]?.balance, bonus: state.data?.[0]?.bonus };
}

/** Asks the balance again: after a game round, a deposit, a withdrawal. */
export const refreshBalance = (): Promise<void> => refresh('finance/check_balance');

/**
 * Shows the balance that a game has told, and the bonus where it has; the server's own word comes
 * with the next reading.
 */
export const setBalance = (balance: number, bonus?: number): Promise<void> =>
  patch('finance/check_balance', (wallets) =>
    wallets.map((wallet, index) =>
      index === 0 ? { ...wallet, balance, ...(bonus !== undefined && { bonus }) } : wallet,
    ),
  );
