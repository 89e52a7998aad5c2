import { useEffect, useEffectEvent, useRef, useState } from 'react';
import useSWR, { unstable_serialize, type SWRConfiguration } from 'swr';
import type { AnswerOf, ReadCallName, RequestOf } from '@/contracts/calls';
import { playerOf, type CacheScope, type CallKey, type KeyOf } from '@/contracts/keys';
import { bootstrap, supports } from '../bootstrap/bootstrap';
import type { Answer } from '../gateway/envelope';
import { GatewayError } from '../gateway/error';
import { useLanguage } from '../i18n/language';
import { usePlayer } from '../session/useSession';
import { useSectionRead, useStore } from '../store/store';
import { fetchKey } from './fetcher';
import { dropInlined, inlinedAge, inlinedResponse, isInlinedOld } from './inlined';

/** The error of a call that the platform lacks. A list would wait for it forever. */
export const notOffered = new GatewayError({
  message: '',
  code: 404,
  debug: 'unsupported',
  requestId: '',
  reason: 'no-records',
});

/** Returns the scope of cached responses and renders again when it changes. */
export function useCacheScope(): CacheScope {
  const { language } = useLanguage();
  const player = usePlayer()?.profile.uid ?? '';
  return { brand: bootstrap().brand.id, language, player };
}

interface LastResponse<Response> {
  id: string;
  subject: string;
  response: Response;
}

/**
 * Returns the response of a key. Until it arrives, returns the last response in another language,
 * or of the same player before a session refresh. So forms stay on the page.
 */
function useLastResponse<Response>(
  key: CallKey | null,
  response: Response | undefined,
): Response | undefined {
  const username = usePlayer()?.profile.username;
  const [last, setLast] = useState<LastResponse<Response>>();
  if (!key) {
    if (last) setLast(undefined);
    return response;
  }
  const [name, data, brand] = key;
  const id = unstable_serialize(key);
  const subject = JSON.stringify([name, data, brand, playerOf(key) && username]);
  if (response !== undefined) {
    if (last?.response !== response || last.id !== id) setLast({ id, subject, response });
    return response;
  }
  // A response that was removed from the cache is not returned for its key.
  return last?.subject === subject && last.id !== id ? last.response : undefined;
}

export interface UseCallOptions {
  /** Uses the response in the page (bootstrap `initial`) as the first one. */
  fromBootstrap?: boolean;
  /** The polling interval while the page is visible: milliseconds. */
  pollIntervalMs?: number;
  /** Returns the previous data while another key loads. */
  keepPreviousData?: boolean;
}

export interface CallState<N extends ReadCallName> {
  /**
   * The `data` of the response, or undefined until the first response. After a change of language
   * or a session refresh it is the last data until the new response arrives.
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
 * Reads a call through the SWR cache. Makes no request while `data` is null, or for a guest if the
 * call needs a player. If the platform lacks the call, there are no records. Components use the
 * generated hook of the call in contracts/hooks.
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

/** Revalidates a response of the page when the page has become old. */
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
