/**
 * Identifies one session of this browser, or the time between two sessions. Every request and
 * connection carries the epoch that began it. Responses for another epoch are dropped. The user
 * name is not enough, because two sessions of a player share it.
 */
export type Epoch = string;

/** Creates an epoch that no tab of this browser has had. */
export const createEpoch = (): Epoch =>
  Date.now().toString(36) + Math.random().toString(36).slice(2);

let read: () => Epoch = () => '';
/** Sets the function that returns the epoch of this tab. The session sets it when it opens. */
export function setEpochSource(source: () => Epoch): void {
  read = source;
}

/** Returns the epoch of this tab. */
export const currentEpoch = (): Epoch => read();

/** Creates the signals of a tab. `current` returns its epoch. */
export function createEpochSignals(current: () => Epoch) {
  let controller = new AbortController();
  let signalled: Epoch = '';
  const end = (next: Epoch): void => {
    if (next === signalled) return;
    signalled = next;
    controller.abort();
    controller = new AbortController();
  };
  return {
    /** Returns a signal that is aborted when the current epoch ends. */
    signal: (): AbortSignal => {
      end(current());
      return controller.signal;
    },
    /** Aborts the requests of the epochs before `next`. */
    end,
  };
}

const signals = createEpochSignals(currentEpoch);

/**
 * Returns a signal that is aborted when the current epoch ends. Reads of a player use it, because a
 * cookie or response of an old session must not reach a new one.
 */
export const epochSignal = signals.signal;

/** Aborts the requests of the epochs before `next`. The session calls it after every change. */
export const endEpoch = signals.end;
