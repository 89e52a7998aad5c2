import { useSyncExternalStore } from 'react';

let connected = false;
const listeners = new Set<() => void>();

/**
 * Whether the event stream `/v1/events` is connected (calls.md §4). Separate from the stream itself, which is
 * loaded in a chunk of its own when the page is idle.
 */
export const eventStream = {
  isConnected: (): boolean => connected,
  /** Called by the stream only. */
  setConnected(value: boolean): void {
    if (connected === value) return;
    connected = value;
    listeners.forEach((listener) => listener());
  },
};

/** Returns whether the event stream is connected; without it, data that changes is polled. */
export const useEventStreamConnected = (): boolean =>
  useSyncExternalStore(subscribe, eventStream.isConnected);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
