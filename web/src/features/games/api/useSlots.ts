import { gamePageSize, maxPageSize } from '@/contracts/constants';
import { useCasinoGamesListPages } from '@/contracts/hooks/casino';
import type { Game } from '@/contracts/types';
import type { CallPages } from '@/lib/swr/useCallPages';
import { isFiltered, type GameFilter } from '../model/gameFilter';
import { slotComparators, type SlotSort } from '../model/slots';
import { useSortedPages } from './useSortedPages';

/** Returns the slots that match a filter, 48 at a time. */
export function useSlots(filter: GameFilter, sort: SlotSort): CallPages<Game> {
  const compare = slotComparators[sort];
  return useSortedPages({
    filter,
    compare,
    pages: useCasinoGamesListPages(compare ? null : filter, gamePageSize, {
      fromBootstrap: !isFiltered(filter),
    }),
    allPages: useCasinoGamesListPages(compare ? filter : null, maxPageSize),
  });
}
