import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  const names = ['online', 'offline'] as const;
  for (const name of names) window.addEventListener(name, listener);
  return () => names.forEach((name) => window.removeEventListener(name, listener));
}

/** Returns whether the browser has a network, and renders again when that changes. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
