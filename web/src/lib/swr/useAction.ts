import { useCallback, useRef, useState } from 'react';
import { isGatewayError, type GatewayError } from '../gateway/error';

/** A write and its state. */
export interface Action<Args extends unknown[], Result, Failure = GatewayError> {
  /** Runs the action. Resolves with undefined if it failed or was still running. */
  run(...args: Args): Promise<Result | undefined>;
  busy: boolean;
  error: Failure | undefined;
  /** Clears the last error. */
  clear(): void;
}

/**
 * Wraps a write with one run at a time, its busy state and its last failure. By default the failure
 * is a gateway error. Other errors are thrown.
 */
export function useAction<Args extends unknown[], Result, Failure = GatewayError>(
  task: (...args: Args) => Promise<Result>,
  isFailure: (error: unknown) => error is Failure = isGatewayError as never,
): Action<Args, Result, Failure> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure>();
  const running = useRef(false);
  const run = useCallback(
    async (...args: Args) => {
      // A ref, because state would change too late to stop the second click of a double click.
      if (running.current) return undefined;
      running.current = true;
      setBusy(true);
      setError(undefined);
      try {
        return await task(...args);
      } catch (cause) {
        if (!isFailure(cause)) throw cause;
        setError(cause);
        return undefined;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [task, isFailure],
  );
  const clear = useCallback(() => setError(undefined), []);
  return { run, busy, error, clear };
}
