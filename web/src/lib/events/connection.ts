import { createStore, useStore } from '../store/store';

/**
 * Whether the event stream (`/v1/events`, calls.md §4) is connected; only the stream sets it. It is a module of
 * its own because the stream is loaded in a later chunk.
 */
export const eventStreamConnected = createStore(false);

/** Returns a poll interval while the event stream is not connected, and undefined while it reports changes itself. */
export const usePollWithoutStream = (intervalMs: number): number | undefined =>
  useStore(eventStreamConnected) ? undefined : intervalMs;
