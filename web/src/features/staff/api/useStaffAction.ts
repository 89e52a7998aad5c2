import { useCallback, useRef, useState } from 'react';
import { StaffError } from './error';

/** A change and its state. */
export interface StaffAction<Args extends unknown[], Result> {
  /** Runs the change; resolves with undefined when it failed or was still running. */
  run(...args: Args): Promise<Result | undefined>;
  busy: boolean;
  error: StaffError | undefined;
  /** Forgets the last error. */
  clear(): void;
}

/** Wraps a change: one run at a time, its busy state and its last StaffError. Other errors are thrown. */
export function useStaffAction<Args extends unknown[], Result>(
  task: (...args: Args) => Promise<Result>,
): StaffAction<Args, Result> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<StaffError>();
  const running = useRef(false);
  const run = async (...args: Args) => {
    // A ref, since state would change too late to stop the second click of a double click.
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    setError(undefined);
    try {
      return await task(...args);
    } catch (cause) {
      if (!(cause instanceof StaffError)) throw cause;
      setError(cause);
      return undefined;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const clear = useCallback(() => setError(undefined), []);
  return { run, busy, error, clear };
}
