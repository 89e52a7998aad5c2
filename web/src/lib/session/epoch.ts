/**
 * Identifies one session of this browser, from its login or refresh until it ends, or the time between two sessions.
 * Every request and every connection carries the epoch that began it; what arrives in another epoch is dropped.
 */
export type Epoch = string;

/** Creates an epoch that no tab of this browser has had. */
export const createEpoch = (): Epoch =>
  Date.now().toString(36) + Math.random().toString(36).slice(2);

let read: () => Epoch = () => '';
/** Sets the function that returns the epoch of this tab: the session, once it is open. */
export function setEpochSource(source: () => Epoch): void {
  read = source;
}

/** Returns the epoch of this tab. */
export const currentEpoch = (): Epoch => read();

/** Creates the signals of a tab whose epoch `current` returns. */
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
 * Returns a signal that is aborted when the current epoch ends. Reads of a player use it: a cookie or an answer of an
 * old session must not arrive in a new one.
 */
export const epochSignal = signals.signal;

/** Aborts the requests of the epochs before `next`. The session calls it at every change. */
export const endEpoch = signals.end;
