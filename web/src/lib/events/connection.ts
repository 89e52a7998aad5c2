import { useSyncExternalStore } from 'react';

let on = false;
const listeners = new Set<() => void>();

/**
 * Whether the server tells this page of what moves (`/v1/events`, calls.md §4). It stands apart from the
 * stream, which comes in a chunk of its own once the page has come to rest.
 */
export const live = {
  isOn: (): boolean => on,
  /** Said by the stream alone. */
  set(value: boolean): void {
    if (on === value) return;
    on = value;
    listeners.forEach((listener) => listener());
  },
};

/** Renders again when the stream opens or breaks: without it, what moves is asked for. */
export const useLive = (): boolean => useSyncExternalStore(subscribe, live.isOn);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
