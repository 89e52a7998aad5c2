import { IconHeart, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AnyGame } from '@/components/games/model/game';
import type { GameRequest } from '@/components/games/model/runningGame';
import { Button } from '@/components/ui/Button/Button';
import type { TileFavorite } from '@/components/ui/Tile/Tile';
import type { Tournament } from '@/contracts/types';
import { GameFacts } from './GameFacts';
import { RelatedGames } from './RelatedGames';
import { TournamentStanding } from './TournamentStanding';
import css from './GamePanel.module.css';

export interface GamePanelProps {
  game: GameRequest;
  known: AnyGame | undefined;
  name: string;
  tournament: Tournament | undefined;
  favorite: TileFavorite | undefined;
  /** Shows the controls for which the bar of a phone has no space. */
  controls: boolean;
  onClose(): void;
}

/** What belongs to the running game: its tournament, its facts, and games like it. */
export function GamePanel(props: GamePanelProps) {
  const { game, known, name, tournament, favorite, controls, onClose } = props;
  const { t } = useTranslation('play');
  return (
    <div className={css.panel}>
      {controls && (
        <div className={css.controls}>
          {favorite && (
            <Button aria-pressed={favorite.active} onClick={favorite.onToggle}>
              <IconHeart size={20} aria-hidden="true" />
              <span>{t('favorite')}</span>
            </Button>
          )}
          <Button aria-label={t('close', { name })} onClick={onClose}>
            <IconX size={20} aria-hidden="true" />
            {t('ended.leave')}
          </Button>
        </div>
      )}
      {tournament && <TournamentStanding tournament={tournament} />}
      {known && <GameFacts game={known} />}
      <RelatedGames game={game} known={known} />
    </div>
  );
}
