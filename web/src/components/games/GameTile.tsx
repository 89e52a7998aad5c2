import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Odometer } from '@/components/ui/Odometer/Odometer';
import { FavoriteButton, TableTile, Tile, type TileBadge } from '@/components/ui/Tile/Tile';
import { slotCategory } from '@/contracts/constants';
import type { Game, Table } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import { useSlotFavorites, useTableFavorites } from '@/lib/player/useFavorites';
import { usePlayer } from '@/lib/session/useSession';
import { useJackpots } from './api/games';
import { useTileFavorite } from './hooks/playerGames';
import { playAddress } from './model/game';
import { gameSession } from './model/gameSession';
import { gameDetails } from './model/runningGame';

interface GameTileProps {
  game: Game;
  /** Loads the image eagerly, for tiles above the fold. */
  eager?: boolean;
}

/**
 * The tile of a slot. A page has hundreds of them, so each part with a hook of the cache or the
 * texts is a separate component.
 */
export const GameTile = memo(function GameTile({ game, eager }: GameTileProps) {
  return (
    <Tile
      to={playAddress(game)}
      demoTo={game.isDemo ? playAddress(game, true) : undefined}
      picture={game}
      name={game.name}
      provider={game.providerName}
      badge={badgeOf(game)}
      favorite={<SlotFavorite game={game} />}
      eager={eager}
      onOpen={() => gameSession.set(game)}
      onDetails={() => gameDetails.set(game)}
    />
  );
});

/** Returns the badge of a tile. A jackpot comes first, then new, then drops and wins. */
function badgeOf(game: Game): TileBadge | undefined {
  if (game.jackpot !== null)
    return { variant: 'jackpot', text: <Jackpot id={game.gameID} listed={game.jackpot} /> };
  if (game.isNew) return { variant: 'new', text: <BadgeText of="new" /> };
  if (game.categories.includes(slotCategory.dropsAndWins))
    return { variant: 'drops', text: <BadgeText of="drops" /> };
  return undefined;
}

const BadgeText = ({ of }: { of: 'new' | 'drops' }) => useTranslation('common').t(`tile.${of}`);

/** The jackpot of a slot, with the current amount or else the listed one. */
function Jackpot({ id, listed }: { id: Game['gameID']; listed: number }) {
  const format = useFormat();
  const amount = useJackpots()?.find((jackpot) => jackpot.gameID === id)?.amount ?? listed;
  return <Odometer text={format.money(Math.floor(amount), { round: true })} />;
}

interface LiveTileProps {
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
      picture={table}
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

/** The heart of a slot's tile. Guests have none. */
function SlotFavorite({ game }: { game: Game }) {
  return usePlayer() && <SlotHeart game={game} />;
}

/** The heart of a live table's tile. Guests have none. */
function TableFavorite({ table }: { table: Table }) {
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
