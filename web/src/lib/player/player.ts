import { useFinanceCheckBalance } from '@/contracts/hooks/finance';
import { useUserGetUserProfile } from '@/contracts/hooks/user';
import { usePollWithoutStream } from '../events/connection';
import { stored } from '../storage/stored';
import { useStore } from '../store/store';
import { patch, refresh } from '../swr/cache';
import type { CallState } from '../swr/useCall';
import type { Names } from './load';

/** Returns the player's balance with at most two decimals, updated by `/v1/events`. */
export function useBalance(): CallState<'finance/check_balance'> & {
  balance: number | undefined;
  bonus: number | undefined;
} {
  const state = useFinanceCheckBalance({}, { pollIntervalMs: usePollWithoutStream(30_000) });
  return { ...state, balance: state.data?.[0]?.balance, bonus: state.data?.[0]?.bonus };
}

/** Revalidates the balance, for example after a game round, a deposit or a withdrawal. */
export const refreshBalance = (): Promise<void> => refresh('finance/check_balance');

/** Sets the cached balance and, if given, bonus from a game's report, until the next read. */
export const setBalance = (balance: number, bonus?: number): Promise<void> =>
  patch('finance/check_balance', (wallets) =>
    wallets.map((wallet, index) =>
      index === 0 ? { ...wallet, balance, ...(bonus !== undefined && { bonus }) } : wallet,
    ),
  );

/** Returns the player's profile on the platform. */
export const useProfile = (): CallState<'user/get_user_profile'> => useUserGetUserProfile();

/** Returns first and last name as one text, or '' if the platform has neither. */
export const fullName = ({ firstname, lastname }: Omit<Names, 'username'>): string =>
  [firstname, lastname].filter(Boolean).join(' ');

/** Balances are visible by default. */
const showBalance = { get: () => stored.get('showBalance') !== 0, subscribe: stored.subscribe };

/** Returns whether balances are visible, and a function that toggles and stores it. */
export function useShowBalance(): { shown: boolean; toggle(): void } {
  const shown = useStore(showBalance);
  return { shown, toggle: () => stored.set('showBalance', showBalance.get() ? 0 : 1) };
}
