import { useCallback, useEffect, useRef, useState } from 'react';
import { isGatewayError, type GatewayError } from '@/lib/gateway';

/** The platform's message when a game provider is down; the site shows its own text instead (spec §8). */
export const providerDown = 'Internal Server Error';

export interface Started {
  /** The address of the game; undefined until it has started. */
  url: string | undefined;
  /** The reason of a failed start; `missing` if the platform returned no address (spec §8). */
  error: GatewayError | 'missing' | undefined;
  retry(): void;
}

/**
 * Starts a game once for each `key`; does nothing while `key` is undefined. It never retries by itself: a
 * start is a write, and its address can be opened once.
 */
export function useStart(key: string | undefined, start: () => Promise<string>): Started {
  const [state, setState] = useState<{ key: string; url?: string; error?: Started['error'] }>();
  const [round, setRound] = useState(0);
  const asked = useRef('');
  const task = useRef(start);
  useEffect(() => {
    task.current = start;
  });

  useEffect(() => {
    const turn = `${key}#${round}`;
    if (key === undefined || asked.current === turn) return;
    asked.current = turn;
    // Ignore the result if another start was requested meanwhile.
    const put = (result: { url?: string; error?: Started['error'] }) => {
      if (asked.current === turn) setState({ key, ...result });
    };
    task.current().then(
      (url) => put(url ? { url } : { error: 'missing' }),
      (error: unknown) => {
        if (!isGatewayError(error)) throw error;
        put({ error });
      },
    );
  }, [key, round]);

  const retry = useCallback(() => {
    setState(undefined);
    setRound((count) => count + 1);
  }, []);
  const current = state?.key === key ? state : undefined;
  return { url: current?.url, error: current?.error, retry };
}
