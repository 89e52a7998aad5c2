import { useEffect, useEffectEvent, useRef } from 'react';
import useSWR, { unstable_serialize, type SWRConfiguration } from 'swr';
import type { ReadCallName } from '@/contracts/calls';
import type { KeyOf } from '@/contracts/keys';
import { supports } from '../bootstrap/supports';
import type { Answer } from '../gateway/envelope';
import type { GatewayError } from '../gateway/error';
import type { AnswerOf, RequestOf } from '@/contracts/calls';
import { useSectionRead } from '../store/sectionReads';
import { useStore } from '../store/useStore';
import { fetchKey } from './fetcher';
import { dropInlined, inlinedAge, inlinedResponse, isInlinedOld } from './inlined';
import { notOffered } from './notOffered';
import { useCacheScope } from './useCacheScope';
import { useLastResponse } from './useLastResponse';

export interface UseCallOptions {
  /** Use the response that the server put into the page (bootstrap `initial`) as the first one. */
  fromBootstrap?: boolean;
  /** Interval at which the call is repeated while the page is visible: milliseconds. */
  pollIntervalMs?: number;
  /** Keep returning the previous data while another key loads. */
  keepPreviousData?: boolean;
}

export interface CallState<N extends ReadCallName> {
  /**
   * The `data` of the response; undefined until the first response. After a change of language, or when the player's
   * session was renewed, the last one until the new one has arrived.
   */
  data: AnswerOf<N> | undefined;
  response: Answer<AnswerOf<N>> | undefined;
  error: GatewayError | undefined;
  /** True until the first response or error. */
  loading: boolean;
  /** Revalidates the response. */
  reload(): void;
}

/**
 * Reads a call through the SWR cache. Makes no request while `data` is null, while the call needs a player and none is
 * signed in. Where the platform does not have the call it makes none either, and there are no records. Components use the generated hook of the call in contracts/hooks.
 */
export function useCall<N extends ReadCallName>(
  keyOf: KeyOf<N>,
  data: RequestOf<N> | null,
  { fromBootstrap = false, pollIntervalMs, keepPreviousData }: UseCallOptions = {},
): CallState<N> {
  const scope = useCacheScope();
  const wanted = data && keyOf(data, scope);
  const missing = wanted !== null && !supports(wanted[0]);
  const key = missing ? null : wanted;
  const initial =
    fromBootstrap && key ? inlinedResponse(key[0], scope.language, key[1]) : undefined;
  const config: SWRConfiguration = {
    refreshInterval: pollIntervalMs,
    keepPreviousData,
    ...(initial && { fallbackData: initial, revalidateOnMount: isInlinedOld() }),
  };
  const swr = useSWR<Answer<AnswerOf<N>>, GatewayError>(key, fetchKey, config);
  useSectionRead(key ? unstable_serialize(key) : undefined, () => {
    if (key && initial) dropInlined(key[0]);
    void swr.mutate(undefined, { revalidate: false });
  });
  useFreshInlined(initial !== undefined, () => void swr.mutate());
  const response = useLastResponse(key, swr.data);
  return {
    data: response?.data,
    response,
    error: missing ? notOffered : swr.error,
    loading: !missing && response === undefined && swr.error === undefined,
    reload: () => void swr.mutate(),
  };
}

/** Asks again for a response that came with the page when the page has become old. */
function useFreshInlined(inlined: boolean, reload: () => void): void {
  const age = useStore(inlinedAge);
  const seen = useRef(age);
  const reloadNow = useEffectEvent(reload);
  useEffect(() => {
    if (seen.current === age) return;
    seen.current = age;
    if (inlined) reloadNow();
  }, [age, inlined]);
}
