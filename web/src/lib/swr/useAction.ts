import { useCallback, useRef, useState } from 'react';
import { isGatewayError, type GatewayError } from '../gateway/error';

/** A write and its state. */
export interface Action<Args extends unknown[], Result, Failure = GatewayError> {
  /** Runs the action; resolves with undefined when it failed or was still running. */
  run(...args: Args): Promise<Result | undefined>;
  busy: boolean;
  error: Failure | undefined;
  /** Forgets the last error. */
  clear(): void;
}

const sameKey = (): unknown => undefined;

/**
 * Wraps a write: one run at a time, or one for each key of the records of a list, its busy state and its last failure, by
 * default a gateway error. Other errors are thrown.
 */
export function useAction<Args extends unknown[], Result, Failure = GatewayError>(
  task: (...args: Args) => Promise<Result>,
  isFailure: (error: unknown) => error is Failure = isGatewayError as never,
  keyOf: (...args: Args) => unknown = sameKey,
): Action<Args, Result, Failure> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure>();
  const running = useRef(new Set<unknown>());
  const run = useCallback(
    async (...args: Args) => {
      // A ref, since state would change too late to stop the second click of a double click.
      const key = keyOf(...args);
      if (running.current.has(key)) return undefined;
      running.current.add(key);
      setBusy(true);
      setError(undefined);
      try {
        return await task(...args);
      } catch (cause) {
        if (!isFailure(cause)) throw cause;
        setError(cause);
        return undefined;
      } finally {
        running.current.delete(key);
        setBusy(running.current.size > 0);
      }
    },
    [task, isFailure, keyOf],
  );
  const clear = useCallback(() => setError(undefined), []);
  return { run, busy, error, clear };
}
