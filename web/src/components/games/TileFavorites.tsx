import { FavoriteButton } from '@/components/ui/Tile/Tile';
import type { Game, Table } from '@/contracts/types';
import { useSlotFavorites, useTableFavorites } from '@/lib/player/useFavorites';
import { usePlayer } from '@/lib/session/useSession';
import { useTileFavorite } from './hooks/useTileFavorite';

/** The heart of a slot's tile; nothing for guests. */
export function SlotFavorite({ game }: { game: Game }) {
  return usePlayer() && <SlotHeart game={game} />;
}

/** The heart of a live table's tile; nothing for guests. */
export function TableFavorite({ table }: { table: Table }) {
  return usePlayer() && <TableHeart table={table} />;
}

function SlotHeart({ game }: { game: Game }) {
  const favorite = useTileFavorite(useSlotFavorites(), game, game.gameID);
  return favorite && <FavoriteButton name={game.name} favorite={favorite} />;
}

function TableHeart({ table }: { table: Table }) {
  const favorite = useTileFavorite(useTableFavorites(), table, table.tableID);
  return favorite && <FavoriteButton name={table.name} favorite={favorite} />;
}
