import { useCallback, useRef, useState } from 'react';
import { isGatewayError, type GatewayError } from '../gateway/error';

export interface Action<Args extends unknown[], Result> {
  /** Runs the action; undefined when it failed or when it is still running. */
  run(...args: Args): Promise<Result | undefined>;
  busy: boolean;
  error: GatewayError | undefined;
}

/** Wraps a write: one at a time, its busy state and its last error. Other errors are thrown on. */
export function useAction<Args extends unknown[], Result>(
  task: (...args: Args) => Promise<Result>,
): Action<Args, Result> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<GatewayError>();
  const running = useRef(false);
  const run = useCallback(
    async (...args: Args) => {
      // A double click must never write twice; state would be too late to see it.
      if (running.current) return undefined;
      running.current = true;
      setBusy(true);
      setError(undefined);
      try {
        return await task(...args);
      } catch (fault) {
        if (!isGatewayError(fault)) throw fault;
        setError(fault);
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
