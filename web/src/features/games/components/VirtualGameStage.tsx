import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { GameFrame, useGameMessages } from '@/components/games';
import { useGameStart } from '@/components/games/api';
import { runningGame, type GameMessage } from '@/components/games/model';
import { classes, ErrorState, PageSpinner } from '@/components/ui';
import type { VirtualGameType } from '@/contracts/types';
import { paths } from '@/lib/paths';
import { startVirtual } from '../api/startVirtual';
import { useVirtualStartFailure } from '../hooks/useVirtualStartFailure';
import css from './VirtualGameStage.module.css';

export interface VirtualGameStageProps {
  type: VirtualGameType;
  /** Makes the frame taller, if no game choice is above it. */
  tall: boolean;
}

/** The frame of a virtual game for a signed-in player. */
export function VirtualGameStage({ type, tall }: VirtualGameStageProps) {
  const { t } = useTranslation('games');
  const navigate = useNavigate();
  const { url, error, retry } = useGameStart(type, () => startVirtual(type));
  // One game at a time: this one ends a slot or table that is docked.
  useEffect(() => {
    if (url) runningGame.close();
  }, [url]);
  // The address of the game that has reported its end.
  const [endedUrl, setEndedUrl] = useState<string>();
  const handleGameMessage = useGameMessages({ onClose: () => void navigate(paths.home.to()) });
  const handleMessage = (message: GameMessage) => {
    if (message.event === 'error') setEndedUrl(url);
    handleGameMessage(message);
  };

  useVirtualStartFailure(error);

  if (url && url === endedUrl) {
    return (
      <div className={css.error}>
        <ErrorState
          title={t('virtual.ended')}
          error={{ message: t('virtual.endedText') }}
          onRetry={retry}
        />
      </div>
    );
  }
  return (
    <div className={classes(css.stage, tall && css.tall)}>
      {url ? (
        <GameFrame url={url} title={t(`virtual.games.${type}.name`)} onMessage={handleMessage} />
      ) : (
        <PageSpinner label={t('virtual.starting')} />
      )}
    </div>
  );
}
