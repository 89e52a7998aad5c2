import useSWR, { type SWRConfiguration } from 'swr';
import type { ReadCallName } from '@/contracts/calls';
import type { KeyOf } from '@/contracts/keys';
import { bootstrap } from '../bootstrap/bootstrap';
import { supports } from '../bootstrap/supports';
import type { Answer } from '../gateway/envelope';
import type { GatewayError } from '../gateway/error';
import type { AnswerOf, RequestOf } from '@/contracts/calls';
import { fetchKey } from './fetcher';
import { notOffered } from './notOffered';
import { useCacheScope } from './useCacheScope';

export interface UseCallOptions {
  /** Use the response that the server put into the page (bootstrap `initial`) as the first one. */
  fromBootstrap?: boolean;
  /** Interval at which the call is repeated while the page is visible: milliseconds. */
  pollIntervalMs?: number;
  /** Keep returning the previous data while another key loads. */
  keepPreviousData?: boolean;
}

export interface CallState<N extends ReadCallName> {
  /** The `data` of the response; undefined until the first response. */
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
  const initial = fromBootstrap && key ? bootstrapResponse(key[0], scope.language) : undefined;
  const config: SWRConfiguration = {
    refreshInterval: pollIntervalMs,
    keepPreviousData,
    ...(initial && { fallbackData: initial, revalidateOnMount: false }),
  };
  const swr = useSWR<Answer<AnswerOf<N>>, GatewayError>(key, fetchKey, config);
  return {
    data: swr.data?.data,
    response: swr.data,
    error: missing ? notOffered : swr.error,
    loading: !missing && swr.data === undefined && swr.error === undefined,
    reload: () => void swr.mutate(),
  };
}

/** Returns the response that the server put into the page, when it has the current language. */
function bootstrapResponse<N extends ReadCallName>(
  name: N,
  language: string,
): Answer<AnswerOf<N>> | undefined {
  const { initial, language: served } = bootstrap();
  const response = served === language ? initial?.[name] : undefined;
  return response?.result ? (response as Answer<AnswerOf<N>>) : undefined;
}
