import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { unstable_serialize, useSWRConfig, type Arguments, type Cache, type State } from 'swr';
import useSWRInfinite, { unstable_serialize as serializeList } from 'swr/infinite';
import type { ItemOf, PaginatedCallName, ReadCallName, Unpaged } from '@/contracts/calls';
import { playerOf, type CallKey, type KeyOf } from '@/contracts/keys';
import type { Answer } from '../gateway/envelope';
import type { GatewayError } from '../gateway/error';
import type { AnswerOf, RequestOf } from '@/contracts/calls';
import { supports } from '../bootstrap/bootstrap';
import { useSectionRead } from '../store/store';
import { fetchKey } from './fetcher';
import { inlinedResponse, isInlinedOld } from './inlined';
import { notOffered, useCacheScope } from './useCall';

/** A list that is loaded page by page. */
export interface CallPages<Item> {
  /** The loaded items, or undefined until the first page is loaded. */
  items: Item[] | undefined;
  /** The number of items on the server. */
  total: number;
  /** The failure of the first page. */
  error: GatewayError | undefined;
  /** The failure of the next page. The loaded pages remain, and `loadMore` retries. */
  moreError: GatewayError | undefined;
  /** True until the first page or error. */
  loading: boolean;
  /** True while another page is being loaded. */
  loadingMore: boolean;
  hasMore: boolean;
  loadMore(): void;
  reload(): void;
}

export interface UsePagesOptions {
  /** Uses the first page in the served page (bootstrap `initial`), for lists without filters. */
  fromBootstrap?: boolean;
}

/**
 * Reads a list page by page and appends the pages. `limit` is the page size. The loaded pages stay
 * cached, so the list keeps its length when the player returns. Makes no request while `data` is
 * null or if the platform lacks the call, which means no records.
 */
export function useCallPages<N extends PaginatedCallName & ReadCallName>(
  keyOf: KeyOf<N>,
  data: Unpaged<N> | null,
  limit: number,
  { fromBootstrap = false }: UsePagesOptions = {},
): CallPages<ItemOf<N>> {
  const scope = useCacheScope();
  const keyAt = (offset: number) =>
    data && keyOf({ ...data, limit, offset } as unknown as RequestOf<N>, scope);
  const nextKey = (_: number, last: ListPage | null) => {
    if (!last) return keyAt(0);
    // A platform may send smaller pages and fewer items than it counts. An empty page is the end.
    const end = endOf(last);
    const over = itemsOf(last).length === 0 || (last.pagination && end >= last.pagination.total);
    return over ? null : keyAt(end);
  };
  const first = keyAt(0);
  const missing = first !== null && !supports(first[0]);
  const perPlayer = first !== null && playerOf(first) !== '';
  const initial =
    fromBootstrap && first && !missing
      ? inlinedResponse(first[0], scope.language, first[1])
      : undefined;
  const { cache } = useSWRConfig();
  if (first && initial) cacheFirstPage(cache, first, initial);
  const swr = useSWRInfinite<ListPage<AnswerOf<N>>, GatewayError>(
    missing ? () => null : nextKey,
    fetchPage,
    {
      // A new page requests only itself. The code below decides about other pages.
      revalidateFirstPage: false,
      revalidateOnFocus: false,
      revalidateIfStale: false,
      ...(initial && isInlinedOld() && { revalidateOnMount: true }),
    },
  );
  const { data: pages, mutate } = swr;
  useSectionRead(first ? unstable_serialize(first) : undefined, () => void mutate(undefined));
  useFreshPages(perPlayer ? first : null, pages, () => void mutate());

  const items = useMemo(() => pages?.flatMap((page) => page.data as ItemOf<N>[]), [pages]);
  const incomplete = pages !== undefined && swr.size > pages.length;
  const loadingMore = incomplete && swr.isValidating;
  const moreError = incomplete && !swr.isValidating ? swr.error : undefined;
  const last = pages?.at(-1);
  const total =
    (last && itemsOf(last).length > 0 && last.pagination?.total) || (items?.length ?? 0);
  return {
    items,
    total,
    error: missing ? notOffered : pages ? undefined : swr.error,
    moreError,
    loading: !missing && pages === undefined && swr.error === undefined,
    loadingMore,
    hasMore: items !== undefined && items.length < total,
    loadMore: () => {
      if (!loadingMore) void swr.setSize(incomplete ? swr.size : swr.size + 1);
    },
    reload: () => void mutate(),
  };
}

/** A page of a list with the next page's offset, which the first page of a served page lacks. */
type ListPage<Data = unknown> = Answer<Data> & { end?: number };

const itemsOf = ({ data }: ListPage) => data as readonly unknown[];
const endOf = (page: ListPage) => page.end ?? itemsOf(page).length;

async function fetchPage<N extends ReadCallName>(key: CallKey<N>): Promise<ListPage<AnswerOf<N>>> {
  const page = await fetchKey(key);
  const { offset = 0 } = key[1] as { offset?: number };
  return { ...page, end: offset + itemsOf(page).length };
}

/** Puts a list's first page from the served page into SWR's cache, so it is not requested. */
function cacheFirstPage(cache: Cache, key: Arguments, page: Answer<unknown>): void {
  const list = serializeList(() => key);
  if (cache.get(list)?.data !== undefined) return;
  cache.set(unstable_serialize(key), { data: page, _k: key } as State<Answer<unknown>>);
  cache.set(list, { ...cache.get(list), data: [page] });
}

/**
 * Reloads the pages of a player's list that may be outdated. They are if the list was cached
 * before, or if its totals differ, because new items at the head move others to later pages.
 */
function useFreshPages(
  key: unknown,
  pages: readonly Answer<unknown>[] | undefined,
  reload: () => void,
): void {
  const list = key === null ? '' : JSON.stringify(key);
  const shown = useRef('');
  const reloadedLength = useRef(0);
  const reloadNow = useEffectEvent(reload);
  const cached = useEffectEvent(() => pages !== undefined);

  useEffect(() => {
    if (list === '' || shown.current === list) return;
    shown.current = list;
    reloadedLength.current = 0;
    if (cached()) reloadNow();
  }, [list]);

  const totals = new Set(pages?.flatMap(({ pagination }) => pagination?.total ?? []));
  const moved = list !== '' && totals.size > 1;
  const length = pages?.length ?? 0;
  useEffect(() => {
    // Reloads only at a new number of pages, because some lists change with every request.
    if (!moved || reloadedLength.current === length) return;
    reloadedLength.current = length;
    reloadNow();
  }, [moved, length]);
}
