import { stored } from '../storage/stored';
import { useStore } from '../store/useStore';

/** Balances are shown by default (spec §4). */
const showBalance = { get: () => stored.get('showBalance') !== 0, subscribe: stored.subscribe };

/** Returns whether balances are shown, and a function that toggles and stores it (spec §4). */
export function useShowBalance(): { shown: boolean; toggle(): void } {
  const shown = useStore(showBalance);
  return { shown, toggle: () => stored.set('showBalance', showBalance.get() ? 0 : 1) };
}
