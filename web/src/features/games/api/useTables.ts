import { gamePageSize, maxPageSize } from '@/contracts/constants';
import { useLivecasinoGameTableListPages } from '@/contracts/hooks/livecasino';
import type { Table } from '@/contracts/types';
import { useNextPages } from '@/lib/swr/useAllPages';
import type { CallPages } from '@/lib/swr/useCallPages';
import { isFiltered, type GameFilter } from '../model/gameFilter';
import { openTablesFirst, tableComparators, type TableSort } from '../model/tables';
import { useSortedPages } from './useSortedPages';

/** Returns the live tables that match a filter, 48 at a time; open ones first in the platform's order. */
export function useTables(filter: GameFilter, sort: TableSort): CallPages<Table> {
  const compare = tableComparators[sort];
  const pages = useLivecasinoGameTableListPages(compare ? null : filter, gamePageSize, {
    fromBootstrap: !isFiltered(filter),
  });
  const sorted = useSortedPages({
    filter,
    compare,
    pages,
    allPages: useLivecasinoGameTableListPages(compare ? filter : null, maxPageSize),
  });
  const { items, hasMore } = pages;
  const shown = items && openTablesFirst(items, hasMore);
  const noneOpen = hasMore && shown?.length === 0;
  // A page without open tables shows nothing yet; where the next one cannot be loaded, the closed ones.
  const searching = useNextPages(pages, noneOpen);
  if (compare) return sorted;
  return {
    ...pages,
    items: searching ? undefined : noneOpen ? items : shown,
    loading: pages.loading || searching,
  };
}
