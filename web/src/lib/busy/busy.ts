import { useEffect, useEffectEvent } from 'react';
import { createListeners } from '../store/store';

/** Returns whether a reload would cost the player something now: a running round, unsent input. */
type BusyCheck = () => boolean;

const checks = new Set<BusyCheck>();
const { subscribe, notify } = createListeners();

/** Adds a check. Returns the function that removes it. */
export function addBusyCheck(check: BusyCheck): () => void {
  checks.add(check);
  notify();
  return () => {
    checks.delete(check);
    notify();
  };
}

/** Returns whether the page must not reload by itself: one of the checks says so. */
export const isBusy = (): boolean => [...checks].some((check) => check());

/** Runs `listener` when checks come and go. A check may change its result without notice. */
export const subscribeBusy = subscribe;

/** Keeps the page from reloading by itself while the component is mounted and `check` returns true. */
export function useBusy(check: () => boolean): void {
  const current = useEffectEvent(check);
  useEffect(() => addBusyCheck(() => current()), []);
}
