import { memo } from 'react';
import { TableTile } from '@/components/ui/Tile/Tile';
import type { Table } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import { playAddress } from './model/game';
import { gameDetails } from './model/gameDetails';
import { gameSession } from './model/gameSession';
import { TableFavorite } from './TileFavorites';

export interface LiveTileProps {
  table: Table;
  /** Loads the image eagerly, for tiles above the fold. */
  eager?: boolean;
}

/** The tile of a live table. */
export const LiveTile = memo(function LiveTile({ table, eager }: LiveTileProps) {
  const format = useFormat();
  const money = (amount: number) => format.money(amount, { round: true });
  return (
    <TableTile
      to={playAddress(table)}
      image={table.image}
      name={table.name}
      dealer={table.dealer}
      limits={`${money(table.minBet)} – ${money(table.maxBet)}`}
      seats={table.seats}
      seatsTaken={table.seatsTaken}
      open={table.isOpen}
      favorite={<TableFavorite table={table} />}
      eager={eager}
      onOpen={() => gameSession.set(table)}
      onDetails={() => gameDetails.set(table)}
    />
  );
});
