import { useEffect, useMemo, useState } from 'react';
import type { CallPages } from './useCallPages';

/** Loads the pages of a list in sequence while `wanted`. Returns whether more will be loaded. */
export function useNextPages<Item>(pages: CallPages<Item>, wanted: boolean): boolean {
  const { hasMore, loadingMore, moreError, loadMore } = pages;
  const searching = wanted && hasMore && !moreError;
  useEffect(() => {
    if (searching && !loadingMore) loadMore();
  });
  return searching;
}

/**
 * Loads all pages of a list that the platform cannot sort or filter. Returns `size` more items of
 * `transform` at a time, and starts again for another `key`. If a page fails, the list fails.
 */
export function useAllPages<Item>(
  pages: CallPages<Item>,
  key: string,
  size: number,
  transform: (items: Item[]) => Item[],
): CallPages<Item> {
  const { items, hasMore, moreError, loadMore } = pages;
  useNextPages(pages, true);
  const [shown, setShown] = useState({ key, count: size });
  const count = shown.key === key ? shown.count : size;
  const all = useMemo(
    () => (items && !hasMore ? transform(items) : undefined),
    [items, hasMore, transform],
  );
  const total = all?.length ?? 0;
  const error = pages.error ?? moreError;
  return {
    items: all?.slice(0, count),
    total,
    error,
    moreError: undefined,
    loading: !all && !error,
    loadingMore: false,
    hasMore: count < total,
    loadMore: () => setShown({ key, count: count + size }),
    reload: moreError ? loadMore : pages.reload,
  };
}
