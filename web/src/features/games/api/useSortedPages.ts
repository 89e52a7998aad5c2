import { useEffect, useMemo, useState } from 'react';
import { gamePageSize } from '@/contracts/constants';
import type { CallPages } from '@/lib/swr';
import type { Comparator, GameFilter } from '../model/gameFilter';

/** A list of games as a page shows it. */
export type GamePages<Item> = Pick<
  CallPages<Item>,
  'items' | 'total' | 'error' | 'moreError' | 'loading' | 'loadingMore' | 'loadMore' | 'reload'
>;

export interface SortedPagesSource<Item> {
  filter: GameFilter;
  compare: Comparator<Item>;
  /** The list in the platform's order, 48 at a time; requested only without `compare`. */
  pages: CallPages<Item>;
  /** The same list in the largest pages; requested only with `compare`. */
  allPages: CallPages<Item>;
}

/**
 * Returns a list of games, 48 at a time. The platform cannot sort: with `compare`, all pages are fetched
 * and sorted here.
 */
export function useSortedPages<Item>({
  filter,
  compare,
  pages,
  allPages,
}: SortedPagesSource<Item>): GamePages<Item> {
  const { items, hasMore, loadingMore, moreError, loadMore } = allPages;
  // Sorting needs every page: without one of them the list has failed.
  const error = allPages.error ?? moreError;
  useEffect(() => {
    if (compare && hasMore && !loadingMore && !error) loadMore();
  });

  const key = JSON.stringify(filter);
  const [shown, setShown] = useState({ key, count: gamePageSize });
  const shownCount = shown.key === key ? shown.count : gamePageSize;
  const total = hasMore ? undefined : items?.length;
  const sorted = useMemo(
    () => (compare && total !== undefined ? [...(items ?? [])].sort(compare) : undefined),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `items` is a new array at every render; key and total change with its content
    [compare, total, key],
  );

  if (!compare) return pages;
  return {
    ...allPages,
    items: sorted?.slice(0, shownCount),
    error,
    moreError: undefined,
    reload: moreError ? loadMore : allPages.reload,
    loading: !sorted && !error,
    loadingMore: false,
    loadMore: () => setShown({ key, count: shownCount + gamePageSize }),
  };
}
