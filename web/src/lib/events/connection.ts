import { createStore } from '../store/store';
import { useStore } from '../store/useStore';

/**
 * Whether the event stream (`/v1/events`, calls.md §4) is connected; only the stream sets it. It is a module of
 * its own because the stream is loaded in a later chunk.
 */
export const eventStreamConnected = createStore(false);

/** Returns whether the event stream is connected. While it is not, components poll. */
export const useEventStreamConnected = (): boolean => useStore(eventStreamConnected);
