import { useTileFavorite } from '@/components/games/hooks/useTileFavorite';
import { isTable, type AnyGame } from '@/components/games/model/game';
import { useSlotFavorites, useTableFavorites } from '@/lib/player/useFavorites';

/** Returns the state of the favourite button of a slot or live table. */
export function useGameFavorite(game: AnyGame | undefined) {
  const table = game && isTable(game) ? game : undefined;
  const slot = game && !isTable(game) ? game : undefined;
  const slotFavorite = useTileFavorite(useSlotFavorites(), slot, slot?.gameID ?? 0);
  const tableFavorite = useTileFavorite(useTableFavorites(), table, table?.tableID ?? 0);
  return slotFavorite ?? tableFavorite;
}
