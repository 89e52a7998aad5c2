import useSWRInfinite from 'swr/infinite';
import type { Answer, AnswerOf, CallName, GatewayError, RequestOf } from '../gateway';
import { useLanguage } from '../i18n';
import { fetchKey } from './fetcher';
import type { CallKey } from './key';
import { usePlayerKey } from './usePlayerKey';

export interface UseCallPagesOptions {
  /** Items a page. */
  limit: number;
  who?: 'guest' | 'player';
  when?: boolean;
}

export interface CallPages<Item> {
  /** Every item loaded so far, undefined until the first page has come. */
  items: Item[] | undefined;
  /** How many there are altogether. */
  total: number;
  error: GatewayError | undefined;
  /** True while the first page is awaited. */
  loading: boolean;
  /** True while a further page is awaited. */
  loadingMore: boolean;
  hasMore: boolean;
  loadMore(): void;
  reload(): void;
}

/**
 * Reads a list page by page, appending: `limit` and `offset` are filled in. The pages stay kept,
 * so that one who comes back finds the list as long as it was.
 */
export function useCallPages<
  N extends CallName,
  Item = AnswerOf<N> extends (infer I)[] ? I : never,
>(
  name: N,
  data: Omit<RequestOf<N>, 'limit' | 'offset'>,
  { limit, who = 'guest', when = true }: UseCallPagesOptions,
): CallPages<Item> {
  const { language } = useLanguage();
  const player = usePlayerKey(who);
  const keyOf = (page: number, last: Answer<unknown> | null): CallKey<N> | null => {
    if (!when || player === undefined) return null;
    if (last?.pagination && page * limit >= last.pagination.total) return null;
    const window = { ...data, limit, offset: page * limit } as unknown as RequestOf<N>;
    return [name, window, language, player];
  };
  const swr = useSWRInfinite<Answer<AnswerOf<N>>, GatewayError>(keyOf, fetchKey, {
    revalidateFirstPage: false,
    revalidateOnFocus: false,
    // A player's lists grow at their head: coming back asks every page again, so that none is missed.
    revalidateAll: who === 'player',
    revalidateIfStale: who === 'player',
  });
  const pages = swr.data;
  const items = pages?.flatMap((page) => page.data as Item[]);
  const total = pages?.at(-1)?.pagination?.total ?? items?.length ?? 0;
  const loadingMore = pages !== undefined && swr.size > pages.length;
  return {
    items,
    total,
    error: swr.error,
    loading: pages === undefined && swr.error === undefined,
    loadingMore,
    hasMore: items !== undefined && items.length < total,
    loadMore: () => {
      if (!loadingMore) void swr.setSize(swr.size + 1);
    },
    reload: () => void swr.mutate(),
  };
}
