import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { GameFrame } from '@/components/games';
import { type GameMessage } from '@/components/games/model';
import { classes, ErrorState, SpinnerPlace } from '@/components/ui';
import type { VirtualGameType } from '@/contracts/types';
import { providerDown, useStart } from '@/components/games/api';
import { refreshBalance, setBalance } from '@/lib/player';
import { startVirtual } from '../api/startVirtual';
import css from './VirtualStage.module.css';

export interface VirtualStageProps {
  type: VirtualGameType;
  /** Makes the frame taller, if no game choice is above it. */
  alone: boolean;
}

/** The frame of a virtual game for a signed-in player. */
export function VirtualStage({ type, alone }: VirtualStageProps) {
  const { t } = useTranslation('games');
  const navigate = useNavigate();
  const { url, error, retry } = useStart(type, () => startVirtual(type));
  // The address of the game that has reported its end.
  const [ended, setEnded] = useState<string>();
  const told = useRef(false);
  useEffect(() => {
    // The balance that a game reports is only displayed; the wallet is requested when the player leaves.
    return () => void (told.current && refreshBalance());
  }, []);

  const hear = (message: GameMessage) => {
    if (message.event === 'error') setEnded(url);
    if (message.event === 'balance') {
      // The wallet is not requested now: it contains a win before the game has shown it.
      told.current = true;
      void setBalance(message.balance, message.bonus);
    }
    if (message.event === 'deposit') void navigate(paths.profileDeposit.to());
    if (message.event === 'close') void navigate(paths.home.to());
  };

  if (error || (url && url === ended)) {
    const unreachable =
      error === 'missing' || error?.message === '' || error?.message === providerDown;
    const words = unreachable ? { message: t('virtual.unreachable') } : error;
    return (
      <div className={css.told}>
        <ErrorState
          title={t(words ? 'virtual.failed' : 'virtual.ended')}
          error={words ?? { message: t('virtual.endedText') }}
          onRetry={retry}
        />
      </div>
    );
  }
  return (
    <div className={classes(css.stage, alone && css.alone)}>
      {url ? (
        <GameFrame url={url} title={t(`virtual.games.${type}.name`)} onMessage={hear} />
      ) : (
        <SpinnerPlace label={t('virtual.starting')} />
      )}
    </div>
  );
}
