import { useNavigate } from 'react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '@/app/paths';
import { GameFrame, type GameMessage } from '@/components/games';
import { ErrorState, SpinnerPlace } from '@/components/ui';
import type { VirtualGameType } from '@/contracts/types';
import { useStart } from '@/lib/games';
import { refreshBalance } from '@/lib/player';
import { startVirtual } from '../api/startVirtual';
import css from './VirtualStage.module.css';

/** The frame of a virtual game, for a player. */
export function VirtualStage({ type }: { type: VirtualGameType }) {
  const { t } = useTranslation('games');
  const navigate = useNavigate();
  const { url, error, retry } = useStart(type, () => startVirtual(type));

  const hear = (message: GameMessage) => {
    if (message.event === 'balance') void refreshBalance();
    if (message.event === 'deposit') void navigate(paths.profileDeposit.to());
    if (message.event === 'close') void navigate(paths.home.to());
  };

  if (error) {
    const unreachable = error === 'missing' || error.message === '';
    return (
      <ErrorState
        title={t('virtual.failed')}
        error={unreachable ? { message: t('virtual.unreachable') } : error}
        onRetry={retry}
      />
    );
  }
  return (
    <div className={css.stage}>
      {url ? (
        <GameFrame url={url} title={t(`virtual.games.${type}.name`)} onMessage={hear} />
      ) : (
        <SpinnerPlace label={t('virtual.starting')} />
      )}
    </div>
  );
}
