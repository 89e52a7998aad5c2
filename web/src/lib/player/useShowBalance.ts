import { useSyncExternalStore } from 'react';
import { stored } from '../storage';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** Shown by default (spec §4). */
const shownNow = () => stored.get('showBalance') !== 0;

/** Whether balances are shown, and the toggle between 1 and 0 that is kept (spec §4). */
export function useShowBalance(): { shown: boolean; toggle(): void } {
  const shown = useSyncExternalStore(subscribe, shownNow);
  const toggle = () => {
    stored.set('showBalance', shownNow() ? 0 : 1);
    listeners.forEach((listener) => listener());
  };
  return { shown, toggle };
}
