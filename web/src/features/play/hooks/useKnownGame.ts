import { useEffect } from 'react';
import { useGameSession, useRecentGames } from '@/components/games';
import { gameSession, idOf, kindOf, type AnyGame } from '@/components/games/model';
import { useSlotFavorites, useTableFavorites } from '@/lib/player';
import type { GameRequest } from '@/components/games/model';

/**
 * Returns the requested game from the game session, the recent games or the favourites; undefined if it is in
 * none. The platform has no call for a single game.
 */
export function useKnownGame({ kind, id }: GameRequest): AnyGame | undefined {
  useEffect(() => gameSession.start(kind, id), [kind, id]);
  const session = useGameSession();
  const recent = useRecentGames();
  const slots = useSlotFavorites().items ?? [];
  const tables = useTableFavorites().items ?? [];
  const known = [session, ...recent, ...slots, ...tables];
  return known.find((it) => it && kindOf(it) === kind && idOf(it) === id);
}
