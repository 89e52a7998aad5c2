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
import { useSlotFavorites } from '@/lib/player/useFavorites';
import { useTileFavorite } from './hooks/useTileFavorite';

export interface GameTileProps {
  game: Game;
  /** Loads the image eagerly, for tiles above the fold. */
  eager?: boolean;
}

/** The tile of a slot. */
export const GameTile = memo(function GameTile({ game, eager }: GameTileProps) {
  const favorite = useTileFavorite(useSlotFavorites(), game, game.gameID);
  const badge = useBadge(game);
  return (
    <Tile
      to={playAddress(game)}
      demoTo={game.isDemo ? playAddress(game, true) : undefined}
      image={game.image}
      name={game.name}
      provider={game.providerName}
      badge={badge}
      favorite={favorite}
      eager={eager}
      onOpen={() => gameSession.set(game)}
      onDetails={() => gameDetails.set(game)}
    />
  );
});

/** Returns the badge of a tile: jackpot, else new, else drops and wins. */
function useBadge(game: Game): TileBadge | undefined {
  const { t } = useTranslation('common');
  const format = useFormat();
  const jackpots = useJackpots(game.jackpot !== null);
  if (game.jackpot !== null) {
    const amount = jackpots?.find((it) => it.gameID === game.gameID)?.amount ?? game.jackpot;
    const figure = format.money(Math.floor(amount), { round: true });
    return { variant: 'jackpot', text: <Odometer text={figure} /> };
  }
  if (game.isNew) return { variant: 'new', text: t('tile.new') };
  if (game.categories.includes(slotCategory.dropsAndWins)) {
    return { variant: 'drops', text: t('tile.drops') };
  }
  return undefined;
}
