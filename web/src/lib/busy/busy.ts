import { useEffect, useEffectEvent } from 'react';
import { createListeners } from '../store/store';

/** Returns whether a reload would cost the player something, such as a round or unsent input. */
type BusyCheck = () => boolean;

const checks = new Set<BusyCheck>();
const { subscribe, notify } = createListeners();

/** Adds a check. Returns a function that removes it. */
export function addBusyCheck(check: BusyCheck): () => void {
  checks.add(check);
  notify();
  return () => {
    checks.delete(check);
    notify();
  };
}

/** Returns whether a check forbids an automatic reload of the page. */
export const isBusy = (): boolean => [...checks].some((check) => check());

/** Runs `listener` when a check is added or removed, not when the result of a check changes. */
export const subscribeBusy = subscribe;

/** Prevents automatic reloads while the component is mounted and `check` returns true. */
export function useBusy(check: () => boolean): void {
  const current = useEffectEvent(check);
  useEffect(() => addBusyCheck(() => current()), []);
}
