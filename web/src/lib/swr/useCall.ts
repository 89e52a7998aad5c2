import useSWR, { type SWRConfiguration } from 'swr';
import type { ReadCallName } from '@/contracts/calls';
import type { KeyOf } from '@/contracts/keys';
import { bootstrap } from '../bootstrap/bootstrap';
import type { Answer } from '../gateway/envelope';
import type { GatewayError } from '../gateway/error';
import type { AnswerOf, RequestOf } from '@/contracts/calls';
import { fetchKey } from './fetcher';
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
  /** The answer's `data`, undefined until the first answer. */
  data: AnswerOf<N> | undefined;
  response: Answer<AnswerOf<N>> | undefined;
  error: GatewayError | undefined;
  /** True while the first answer is awaited. */
  loading: boolean;
  /** Asks again. */
  reload(): void;
}

/**
 * Reads a call: kept, shared between components, asked again by SWR's rules. Nothing is asked while `data` is
 * null, nor what is a player's own while nobody is signed in. Pages take the call's own hook of contracts/hooks.
 */
export function useCall<N extends ReadCallName>(
  keyOf: KeyOf<N>,
  data: RequestOf<N> | null,
  { fromBootstrap = false, pollIntervalMs, keepPreviousData }: UseCallOptions = {},
): CallState<N> {
  const scope = useCacheScope();
  const key = data && keyOf(data, scope);
  const first = fromBootstrap && key ? inlinedAnswer(key[0], scope.language) : undefined;
  const config: SWRConfiguration = {
    refreshInterval: pollIntervalMs,
    keepPreviousData,
    ...(first && { fallbackData: first, revalidateOnMount: false }),
  };
  const swr = useSWR<Answer<AnswerOf<N>>, GatewayError>(key, fetchKey, config);
  return {
    data: swr.data?.data,
    response: swr.data,
    error: swr.error,
    loading: swr.data === undefined && swr.error === undefined,
    reload: () => void swr.mutate(),
  };
}

function inlinedAnswer<N extends ReadCallName>(
  name: N,
  language: string,
): Answer<AnswerOf<N>> | undefined {
  const { initial, language: served } = bootstrap();
  const answer = served === language ? initial?.[name] : undefined;
  return answer?.result ? (answer as Answer<AnswerOf<N>>) : undefined;
}
