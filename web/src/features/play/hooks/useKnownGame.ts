import { useEffect } from 'react';
import { useGameSession, useRecentGames } from '@/components/games';
import {
  gameSession,
  idOf,
  kindOf,
  type AnyGame,
  type GameRequest,
  type SlotHint,
  type VirtualGameRequest,
} from '@/components/games/model';
import { useSlotFavorites, useTableFavorites } from '@/lib/player';
import { useListedGame } from '../api/useListedGame';

/**
 * Returns the requested game from the game session, the recent games, the favourites or the platform's lists; undefined
 * if it is in none of them. Virtual games are in no list.
 */
export function useKnownGame(
  game: GameRequest | VirtualGameRequest,
  hint: SlotHint | undefined,
): AnyGame | undefined {
  const { kind, id } = game;
  useEffect(() => {
    if (kind !== 'virtual') gameSession.start(kind, id);
  }, [kind, id]);
  const session = useGameSession();
  const recent = useRecentGames();
  const slots = useSlotFavorites().items ?? [];
  const tables = useTableFavorites().items ?? [];
  const stored = [session, ...recent, ...slots, ...tables];
  const known = stored.find((it) => it && kindOf(it) === kind && idOf(it) === id);
  const listed = useListedGame(known || kind === 'virtual' ? undefined : game, hint);
  return known ?? listed;
}
