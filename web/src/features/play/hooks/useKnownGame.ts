import { useEffect } from 'react';
import { useGameSession, useRecentGames } from '@/components/games';
import { gameSession, idOf, kindOf, type AnyGame, type OpenedGame } from '@/components/games/model';
import { useSlotFavorites, useTableFavorites } from '@/lib/player';

/**
 * Returns the requested game from the game session, the recent games or the favourites; undefined if it is in
 * none. The platform has no call for a single game; virtual games are in no list.
 */
export function useKnownGame({ kind, id }: Pick<OpenedGame, 'kind' | 'id'>): AnyGame | undefined {
  useEffect(() => {
    if (kind !== 'virtual') gameSession.start(kind, id);
  }, [kind, id]);
  const session = useGameSession();
  const recent = useRecentGames();
  const slots = useSlotFavorites().items ?? [];
  const tables = useTableFavorites().items ?? [];
  const known = [session, ...recent, ...slots, ...tables];
  return known.find((it) => it && kindOf(it) === kind && idOf(it) === id);
}
