import { useCallback, useEffect, useRef, useState } from 'react';
import { useCasinoCategoryList, useCasinoProviderList } from '@/contracts/hooks/casino';
import { useHabaneroGetJackpots } from '@/contracts/hooks/habanero';
import type { Jackpot } from '@/contracts/types';
import { usePollWithoutStream } from '@/lib/events/connection';
import { isGatewayError, type GatewayError } from '@/lib/gateway/error';

export interface GameStart {
  /** The address of the game, or undefined until it has started. */
  url: string | undefined;
  /** The reason of a failed start, or `missing` if the platform returned no address. */
  error: GatewayError | 'missing' | undefined;
  retry(): void;
}

/**
 * Starts a game for each new `key`, but not while it is undefined. It never retries by itself,
 * because a start is a write, and its address can be opened only a single time.
 */
export function useGameStart(key: string | undefined, start: () => Promise<string>): GameStart {
  const [result, setResult] = useState<Partial<GameStart> & { key: string }>();
  const [retries, setRetries] = useState(0);
  const lastRequest = useRef('');
  const latestStart = useRef(start);
  useEffect(() => {
    latestStart.current = start;
  });

  useEffect(() => {
    const request = `${key}#${retries}`;
    if (key === undefined || lastRequest.current === request) return;
    lastRequest.current = request;
    // Ignores the result if another start was requested meanwhile.
    const finish = (outcome: Partial<GameStart>) => {
      if (lastRequest.current === request) setResult({ key, ...outcome });
    };
    latestStart.current().then(
      (url) => finish(url ? { url } : { error: 'missing' }),
      (error: unknown) => {
        if (!isGatewayError(error)) throw error;
        finish({ error });
      },
    );
  }, [key, retries]);

  const retry = useCallback(() => {
    setResult(undefined);
    setRetries((count) => count + 1);
  }, []);
  const current = result?.key === key ? result : undefined;
  return { url: current?.url, error: current?.error, retry };
}

/** Returns the categories of the slots with their first games, up to the default limit. */
export const useSlotCategories = () => useCasinoCategoryList({}, { fromBootstrap: true });

/** Returns the providers of slots, with the contract's default limit. */
export const useSlotProviders = (enabled = true) =>
  useCasinoProviderList(enabled ? {} : null, { fromBootstrap: true });

/** Returns the jackpots, biggest first, updated by `/v1/events`. None while slots are closed. */
export function useJackpots(enabled = true): Jackpot[] | undefined {
  const pollIntervalMs = usePollWithoutStream(30_000);
  const { data, error } = useHabaneroGetJackpots(enabled ? {} : null, {
    pollIntervalMs,
    fromBootstrap: true,
  });
  return error?.closed ? [] : data;
}
