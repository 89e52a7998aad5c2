import { useFinanceCheckBalance } from '@/contracts/hooks/finance';
import { usePollWithoutStream } from '../events/connection';
import { patch, refresh } from '../swr/cache';
import type { CallState } from '../swr/useCall';

/** Returns the player's balance in the brand's currency, with at most two decimals: requested once, then updated by `/v1/events`. */
export function useBalance(): CallState<'finance/check_balance'> & {
  balance: number | undefined;
  bonus: number | undefined;
} {
  const state = useFinanceCheckBalance({}, { pollIntervalMs: usePollWithoutStream(30_000) });
  return { ...state, balance: state.data?.[0]?.balance, bonus: state.data?.[0]?.bonus };
}

/** Revalidates the balance, for example after a game round, a deposit or a withdrawal. */
export const refreshBalance = (): Promise<void> => refresh('finance/check_balance');

/** Sets the cached balance, and the bonus when it is given, as reported by a game. The next read replaces it. */
export const setBalance = (balance: number, bonus?: number): Promise<void> =>
  patch('finance/check_balance', (wallets) =>
    wallets.map((wallet, index) =>
      index === 0 ? { ...wallet, balance, ...(bonus !== undefined && { bonus }) } : wallet,
    ),
  );
