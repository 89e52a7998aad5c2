import { useMemo } from 'react';
import { maxPageSize } from '@/contracts/constants';
import { useCasinoGamesListPages } from '@/contracts/hooks/casino';
import type { RecordID } from '@/contracts/types';
import { useNextPages } from '@/lib/swr/useAllPages';

/**
 * Returns the slots of a tournament in its order. The platform lists games by page only, so pages of the
 * largest size are fetched until every id is found or the list ends.
 */
export function useTournamentGames(ids: readonly RecordID[]) {
  const pages = useCasinoGamesListPages(ids.length > 0 ? {} : null, maxPageSize);
  const { items, moreError, loadMore } = pages;
  const games = useMemo(() => {
    const gamesById = new Map(items?.map((game) => [game.gameID, game]));
    return ids.flatMap((id) => gamesById.get(id) ?? []);
  }, [items, ids]);
  const searching = useNextPages(pages, games.length < ids.length);
  return {
    games,
    error: pages.error ?? moreError,
    loading: pages.loading || (searching && games.length === 0),
    reload: moreError ? loadMore : pages.reload,
  };
}
