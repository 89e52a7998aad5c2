import { useEffect } from 'react';
import { gamePageSize, maxPageSize } from '@/contracts/constants';
import { useLivecasinoGameTableListPages } from '@/contracts/hooks/livecasino';
import type { Table } from '@/contracts/types';
import type { GameFilter } from '../model/gameFilter';
import { openTablesFirst, tableComparators, type TableSort } from '../model/tables';
import { useSortedPages, type GamePages } from './useSortedPages';

/** Returns the live tables that match a filter, 48 at a time; open ones first in the platform's order. */
export function useTables(filter: GameFilter, sort: TableSort): GamePages<Table> {
  const compare = tableComparators[sort];
  const pages = useLivecasinoGameTableListPages(compare ? null : filter, gamePageSize);
  const sorted = useSortedPages({
    filter,
    compare,
    pages,
    allPages: useLivecasinoGameTableListPages(compare ? filter : null, maxPageSize),
  });
  const { items, hasMore, loadingMore, error, loadMore } = pages;
  const shown = items && openTablesFirst(items, hasMore && !error);
  // A page without open tables shows nothing yet.
  const nothingOpen = shown?.length === 0 && hasMore && !error;
  useEffect(() => {
    if (nothingOpen && !loadingMore) loadMore();
  });
  if (compare) return sorted;
  return {
    ...pages,
    items: nothingOpen ? undefined : shown,
    loading: pages.loading || !!nothingOpen,
  };
}
