import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Odometer } from '@/components/ui/Odometer/Odometer';
import { Tile, type TileBadge } from '@/components/ui/Tile/Tile';
import { slotCategory } from '@/contracts/constants';
import type { Game } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import { playAddress } from './model/game';
import { gameDetails } from './model/gameDetails';
import { gameSession } from './model/gameSession';
import { useJackpots } from './api/useJackpots';
import { SlotFavorite } from './TileFavorites';

export interface GameTileProps {
  game: Game;
  /** Loads the image eagerly, for tiles above the fold. */
  eager?: boolean;
}

/**
 * The tile of a slot. A page has hundreds: what needs a hook of the cache or of the texts is a component of its own,
 * rendered where it is shown.
 */
export const GameTile = memo(function GameTile({ game, eager }: GameTileProps) {
  return (
    <Tile
      to={playAddress(game)}
      demoTo={game.isDemo ? playAddress(game, true) : undefined}
      image={game.image}
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

/** Returns the badge of a tile: jackpot, else new, else drops and wins. */
function badgeOf(game: Game): TileBadge | undefined {
  if (game.jackpot !== null)
    return { variant: 'jackpot', text: <Jackpot id={game.gameID} listed={game.jackpot} /> };
  if (game.isNew) return { variant: 'new', text: <BadgeText of="new" /> };
  if (game.categories.includes(slotCategory.dropsAndWins))
    return { variant: 'drops', text: <BadgeText of="drops" /> };
  return undefined;
}

const BadgeText = ({ of }: { of: 'new' | 'drops' }) => useTranslation('common').t(`tile.${of}`);

/** The jackpot of a slot: the amount of now, else the one in the list. */
function Jackpot({ id, listed }: { id: Game['gameID']; listed: number }) {
  const format = useFormat();
  const amount = useJackpots()?.find((it) => it.gameID === id)?.amount ?? listed;
  return <Odometer text={format.money(Math.floor(amount), { round: true })} />;
}
