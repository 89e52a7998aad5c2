import { useSyncExternalStore } from 'react';

let running = 0;
const listeners = new Set<() => void>();
const set = (change: 1 | -1) => {
  running += change;
  listeners.forEach((listener) => listener());
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Counts a page that is being fetched, so that the bar on top runs meanwhile. */
export async function trackPageLoading<T>(task: Promise<T>): Promise<T> {
  set(1);
  try {
    return await task;
  } finally {
    set(-1);
  }
}

/** Whether a page is being fetched. */
export const usePageLoading = (): boolean => useSyncExternalStore(subscribe, () => running > 0);
