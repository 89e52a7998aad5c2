import useSWR, { type SWRConfiguration } from 'swr';
import { bootstrap } from '../bootstrap';
import type { Answer, AnswerOf, CallName, GatewayError, RequestOf } from '../gateway';
import { useLanguage } from '../i18n';
import { fetchKey } from './fetcher';
import type { CallKey } from './key';
import { usePlayerKey } from './usePlayerKey';

export interface UseCallOptions {
  /** `player`: only asked while a player is signed in, and kept for that player alone. */
  who?: 'guest' | 'player';
  /** The first answer may be the one inlined in the page (bootstrap `initial`). */
  inlined?: boolean;
  /** No request while false. */
  when?: boolean;
  /** Asked again every so many milliseconds while the page is visible. */
  every?: number;
  /** The last answer stays while another key loads. */
  keepPrevious?: boolean;
}

export interface CallState<N extends CallName> {
  /** The answer's `data`, undefined until the first answer. */
  data: AnswerOf<N> | undefined;
  answer: Answer<AnswerOf<N>> | undefined;
  error: GatewayError | undefined;
  /** True while the first answer is awaited. */
  loading: boolean;
  /** Asks again. */
  reload(): void;
}

/** Reads a call: kept, shared between components, asked again by SWR's rules. */
export function useCall<N extends CallName>(
  name: N,
  data: RequestOf<N>,
  { who = 'guest', inlined = false, when = true, every, keepPrevious }: UseCallOptions = {},
): CallState<N> {
  const { language } = useLanguage();
  const player = usePlayerKey(who);
  const key: CallKey<N> | null =
    when && player !== undefined ? [name, data, language, player] : null;
  const first = inlined ? inlinedAnswer(name, language) : undefined;
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

function inlinedAnswer<N extends CallName>(
  name: N,
  language: string,
): Answer<AnswerOf<N>> | undefined {
  const { initial, language: served } = bootstrap();
  const answer = served === language ? initial?.[name] : undefined;
  return answer?.result ? (answer as Answer<AnswerOf<N>>) : undefined;
}
