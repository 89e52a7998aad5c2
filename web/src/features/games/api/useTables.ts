import { gamePageSize, maxPageSize } from '@/contracts/constants';
import { useLivecasinoGameTableListPages } from '@/contracts/hooks/livecasino';
import type { Table } from '@/contracts/types';
import type { GameFilter } from '../model/gameFilter';
import { tableComparators, type TableSort } from '../model/tables';
import { useSortedPages, type GamePages } from './useSortedPages';

/** Returns the live tables that match a filter, 48 at a time. */
export function useTables(filter: GameFilter, sort: TableSort): GamePages<Table> {
  const compare = tableComparators[sort];
  return useSortedPages({
    filter,
    compare,
    pages: useLivecasinoGameTableListPages(compare ? null : filter, gamePageSize),
    allPages: useLivecasinoGameTableListPages(compare ? filter : null, maxPageSize),
  });
}
