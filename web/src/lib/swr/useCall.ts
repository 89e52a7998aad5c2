import useSWR, { type SWRConfiguration } from 'swr';
import type { ReadCallName } from '@/contracts/calls';
import type { KeyOf } from '@/contracts/keys';
import { bootstrap } from '../bootstrap';
import type { Answer, AnswerOf, GatewayError, RequestOf } from '../gateway';
import { fetchKey } from './fetcher';
import { useReader } from './reader';

export interface UseCallOptions {
  /** The first answer may be the one inlined in the page (bootstrap `initial`). */
  inlined?: boolean;
  /** Asked again every so many milliseconds while the page is visible. */
  every?: number;
  /** The last answer stays while another key loads. */
  keepPrevious?: boolean;
}

export interface CallState<N extends ReadCallName> {
  /** The answer's `data`, undefined until the first answer. */
  data: AnswerOf<N> | undefined;
  answer: Answer<AnswerOf<N>> | undefined;
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
  { inlined = false, every, keepPrevious }: UseCallOptions = {},
): CallState<N> {
  const reader = useReader();
  const key = data && keyOf(data, reader);
  const first = inlined && key ? inlinedAnswer(key[0], reader.language) : undefined;
  const config: SWRConfiguration = {
    refreshInterval: every,
    keepPreviousData: keepPrevious,
    ...(first && { fallbackData: first, revalidateOnMount: false }),
  };
  const swr = useSWR<Answer<AnswerOf<N>>, GatewayError>(key, fetchKey, config);
  return {
    data: swr.data?.data,
    answer: swr.data,
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
