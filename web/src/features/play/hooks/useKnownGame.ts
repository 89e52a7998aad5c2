import { useEffect } from 'react';
import { useGameSession, useRecentGames } from '@/components/games';
import {
  gameSession,
  idOf,
  kindOf,
  type AnyGame,
  type OpenedGame,
  type SlotHint,
} from '@/components/games/model';
import { useSlotFavorites, useTableFavorites } from '@/lib/player';
import { useHintedSlot } from '../api/useHintedSlot';

/**
 * Returns the requested game from the game session, the recent games or the favourites, or finds it by a hint; undefined
 * if that fails. The platform has no call for a single game; virtual games are in no list.
 */
export function useKnownGame(
  { kind, id }: Pick<OpenedGame, 'kind' | 'id'>,
  hint: SlotHint | undefined,
): AnyGame | undefined {
  useEffect(() => {
    if (kind !== 'virtual') gameSession.start(kind, id);
  }, [kind, id]);
  const session = useGameSession();
  const recent = useRecentGames();
  const slots = useSlotFavorites().items ?? [];
  const tables = useTableFavorites().items ?? [];
  const listed = [session, ...recent, ...slots, ...tables];
  const known = listed.find((it) => it && kindOf(it) === kind && idOf(it) === id);
  const hinted = useHintedSlot(known ? undefined : hint);
  return known ?? hinted;
}
