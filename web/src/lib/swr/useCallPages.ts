import useSWRInfinite from 'swr/infinite';
import type { ItemOf, PaginatedCallName, ReadCallName, Unpaged } from '@/contracts/calls';
import { playerOf, type KeyOf } from '@/contracts/keys';
import type { Answer } from '../gateway/envelope';
import type { GatewayError } from '../gateway/error';
import type { AnswerOf, RequestOf } from '@/contracts/calls';
import { fetchKey } from './fetcher';
import { useCacheScope } from './useCacheScope';

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
 * Reads a list page by page, appending: `limit`, the items a page, and `offset` are filled in. The pages stay
 * kept, so that one who comes back finds the list as long as it was. Nothing is asked while `data` is null.
 */
export function useCallPages<N extends PaginatedCallName & ReadCallName>(
  keyOf: KeyOf<N>,
  data: Unpaged<N> | null,
  limit: number,
): CallPages<ItemOf<N>> {
  const scope = useCacheScope();
  const pageKey = (page: number) =>
    data && keyOf({ ...data, limit, offset: page * limit } as unknown as RequestOf<N>, scope);
  const nextKey = (page: number, last: Answer<unknown> | null) => {
    if (last?.pagination && page * limit >= last.pagination.total) return null;
    return pageKey(page);
  };
  const first = pageKey(0);
  const own = first !== null && playerOf(first) !== '';
  const swr = useSWRInfinite<Answer<AnswerOf<N>>, GatewayError>(nextKey, fetchKey, {
    revalidateFirstPage: false,
    revalidateOnFocus: false,
    // A player's lists grow at their head: coming back asks every page again, so that none is missed.
    revalidateAll: own,
    revalidateIfStale: own,
  });
  const pages = swr.data;
  const items = pages?.flatMap((page) => page.data as ItemOf<N>[]);
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
