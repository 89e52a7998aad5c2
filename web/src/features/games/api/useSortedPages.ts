import { useCallback } from 'react';
import { gamePageSize } from '@/contracts/constants';
import { useAllPages } from '@/lib/swr/useAllPages';
import type { CallPages } from '@/lib/swr/useCallPages';
import type { Comparator, GameFilter } from '../model/gameFilter';

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
}: SortedPagesSource<Item>): CallPages<Item> {
  const sort = useCallback(
    (items: Item[]) => (compare ? [...items].sort(compare) : items),
    [compare],
  );
  const sorted = useAllPages(allPages, JSON.stringify(filter), gamePageSize, sort);
  return compare ? sorted : pages;
}
