import { useCallback, useEffect, useRef, useState } from 'react';
import { isGatewayError, type GatewayError } from '@/lib/gateway';

/** What a platform says when a game's provider is down; players get the site's own words (spec §8). */
export const providerDown = 'Internal Server Error';

export interface Started {
  /** Where the game is; undefined until it has started. */
  url: string | undefined;
  /** Why it did not start; `missing` where the platform said yes but gave no address (spec §8). */
  error: GatewayError | 'missing' | undefined;
  retry(): void;
}

/**
 * Starts a game once for each `key` (nothing while it is undefined). Never by itself a second time:
 * a start is a write, and its address is good for one opening.
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
    // What comes after another game was asked for is of no use any more.
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
