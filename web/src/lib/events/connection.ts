import { createStore, useStore } from '../store/store';

/**
 * Whether the event stream (`/v1/events`) is connected. Only the stream sets it. It is a separate
 * module because the stream is in a later chunk.
 */
export const eventStreamConnected = createStore(false);

/** Returns a poll interval while the event stream is not connected, and otherwise undefined. */
export const usePollWithoutStream = (intervalMs: number): number | undefined =>
  useStore(eventStreamConnected) ? undefined : intervalMs;
