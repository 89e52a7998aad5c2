import { useCallback, useRef, useState } from 'react';
import { isGatewayError, type GatewayError } from '../gateway/error';

/** A write and its state. */
export interface Action<Args extends unknown[], Result> {
  /** Runs the action; resolves with undefined when it failed or was still running. */
  run(...args: Args): Promise<Result | undefined>;
  busy: boolean;
  error: GatewayError | undefined;
}

/** Wraps a write: one run at a time, its busy state and its last gateway error. Other errors are thrown. */
export function useAction<Args extends unknown[], Result>(
  task: (...args: Args) => Promise<Result>,
): Action<Args, Result> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<GatewayError>();
  const running = useRef(false);
  const run = useCallback(
    async (...args: Args) => {
      // A ref, since state would change too late to stop the second click of a double click.
      if (running.current) return undefined;
      running.current = true;
      setBusy(true);
      setError(undefined);
      try {
        return await task(...args);
      } catch (cause) {
        if (!isGatewayError(cause)) throw cause;
        setError(cause);
        return undefined;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [task],
  );
  return { run, busy, error };
}
