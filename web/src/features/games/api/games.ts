import { useCallback } from 'react';
import {
  gamePageSize,
  maxPageSize,
  wideProviderRid,
  wideProviderStatus,
} from '@/contracts/constants';
import { useCasinoGamesListPages, useLivecasinoGameTableListPages } from '@/contracts/hooks/pages';
import { useLivecasinoProviderList } from '@/contracts/hooks/livecasino';
import type { Game, Table, VirtualGameType } from '@/contracts/types';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { stored } from '@/lib/storage/stored';
import { useAllPages, useNextPages } from '@/lib/swr/useAllPages';
import type { CallPages } from '@/lib/swr/useCallPages';
import { isServed, type Comparator, type GameFilter } from '../model/gameFilter';
import {
  openTablesFirst,
  slotComparators,
  tableComparators,
  type SlotSort,
  type TableSort,
} from '../model/lists';

interface SortedPagesSource<Item> {
  filter: GameFilter;
  compare: Comparator<Item>;
  /** The list in the platform's order, 48 at a time, requested only without `compare`. */
  pages: CallPages<Item>;
  /** The same list in the largest pages, requested only with `compare`. */
  allPages: CallPages<Item>;
}

/**
 * Returns a list of games, 48 at a time. The platform cannot sort: `compare` loads and sorts all
 * pages.
 */
function useSortedPages<Item>({
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

/** Returns the live tables that match a filter, 48 at a time, with open tables first. */
export function useTables(filter: GameFilter, sort: TableSort): CallPages<Table> {
  const compare = tableComparators[sort];
  const pages = useLivecasinoGameTableListPages(compare ? null : filter, gamePageSize, {
    fromBootstrap: isServed(filter),
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
  // A page without open tables loads the next one. If that fails, closed tables appear.
  const searching = useNextPages(pages, noneOpen);
  if (compare) return sorted;
  return {
    ...pages,
    items: searching ? undefined : noneOpen ? items : shown,
    loading: pages.loading || searching,
  };
}

/** Returns the slots that match a filter, 48 at a time. */
export function useSlots(filter: GameFilter, sort: SlotSort): CallPages<Game> {
  const compare = slotComparators[sort];
  return useSortedPages({
    filter,
    compare,
    pages: useCasinoGamesListPages(compare ? null : filter, gamePageSize, {
      fromBootstrap: isServed(filter),
    }),
    allPages: useCasinoGamesListPages(compare ? filter : null, maxPageSize),
  });
}

/** Returns the games that the brand offers: those with a configured provider. */
export const offeredGames = (games: readonly VirtualGameType[]): VirtualGameType[] =>
  games.filter((type) => bootstrap().virtualGames[type] !== undefined);

/** Returns the studios. If a stored rid is 20, it requests the wider list. */
export function useLiveProviders() {
  const wide = Number(stored.get('ridValue')) === wideProviderRid;
  return useLivecasinoProviderList(wide ? { status: wideProviderStatus } : {}, {
    fromBootstrap: !wide,
  });
}
