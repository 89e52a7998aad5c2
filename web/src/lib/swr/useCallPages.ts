import useSWRInfinite from 'swr/infinite';
import type { ItemOf, PaginatedCallName, ReadCallName, Unpaged } from '@/contracts/calls';
import { playerOf, type KeyOf } from '@/contracts/keys';
import type { Answer } from '../gateway/envelope';
import type { GatewayError } from '../gateway/error';
import type { AnswerOf, RequestOf } from '@/contracts/calls';
import { supports } from '../bootstrap/supports';
import { fetchKey } from './fetcher';
import { notOffered } from './notOffered';
import { useCacheScope } from './useCacheScope';

/** A list that is loaded page by page. */
export interface CallPages<Item> {
  /** The items loaded so far; undefined until the first page is loaded. */
  items: Item[] | undefined;
  /** The number of items on the server. */
  total: number;
  error: GatewayError | undefined;
  /** True until the first page or error. */
  loading: boolean;
  /** True while a further page is being loaded. */
  loadingMore: boolean;
  hasMore: boolean;
  loadMore(): void;
  reload(): void;
}

/**
 * Reads a list page by page and appends the pages; `limit` is the page size. The loaded pages stay cached, so that the
 * list keeps its length when the player returns to it. Makes no request while `data` is null, and where the platform does not have the
 * call: then there are no records.
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
  const missing = first !== null && !supports(first[0]);
  const perPlayer = first !== null && playerOf(first) !== '';
  const swr = useSWRInfinite<Answer<AnswerOf<N>>, GatewayError>(
    missing ? () => null : nextKey,
    fetchKey,
    {
      revalidateFirstPage: false,
      revalidateOnFocus: false,
      // Lists of a player grow at their head, which moves items to other pages: revalidate all of them.
      revalidateAll: perPlayer,
      revalidateIfStale: perPlayer,
    },
  );
  const pages = swr.data;
  const items = pages?.flatMap((page) => page.data as ItemOf<N>[]);
  const total = pages?.at(-1)?.pagination?.total ?? items?.length ?? 0;
  const loadingMore = pages !== undefined && swr.size > pages.length;
  return {
    items,
    total,
    error: missing ? notOffered : swr.error,
    loading: !missing && pages === undefined && swr.error === undefined,
    loadingMore,
    hasMore: items !== undefined && items.length < total,
    loadMore: () => {
      if (!loadingMore) void swr.setSize(swr.size + 1);
    },
    reload: () => void swr.mutate(),
  };
}
