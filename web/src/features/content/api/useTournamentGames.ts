import { useEffect, useMemo } from 'react';
import { maxPageSize } from '@/contracts/constants';
import { useCasinoGamesListPages } from '@/contracts/hooks/casino';
import type { RecordID } from '@/contracts/types';

/**
 * Returns the slots of a tournament in its order. The platform lists games by page only, so pages of the
 * largest size are fetched until every id is found or the list ends.
 */
export function useTournamentGames(ids: readonly RecordID[]) {
  const pages = useCasinoGamesListPages(ids.length > 0 ? {} : null, maxPageSize);
  const { items, hasMore, loadingMore, loadMore, error } = pages;
  const games = useMemo(() => {
    const gamesById = new Map(items?.map((game) => [game.gameID, game]));
    return ids.flatMap((id) => gamesById.get(id) ?? []);
  }, [items, ids]);
  const incomplete = games.length < ids.length && hasMore;

  useEffect(() => {
    if (incomplete && !loadingMore && !error) loadMore();
  });

  return {
    ...pages,
    games,
    loading: pages.loading || (incomplete && games.length === 0 && !error),
  };
}
