import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import type { PlayerId } from '../api/lookups';
import { useRights } from '../api/useLogin';
import { useStaff } from '../api/useStaff';
import type { PlayerLimits as Limits } from '../model/limits';
import type { PlayerDetail } from '../model/player';
import { Facts } from './Facts';
import { LimitDifferences, LimitHistory, LimitTable } from './LimitTable';
import { LimitProposals } from './LimitProposals';
import { LoosenDialog } from './LoosenDialog';
import { Panel } from '@/components/ui/Panel/Panel';
import { Loaded } from './States';
import { TightenDialog } from './TightenDialog';

/** The limits, break and exclusion of a player: shown, tightened at once, and loosened by two accounts. */
export function PlayerLimits({ player }: { player: PlayerDetail }) {
  const { t } = useTranslation('staffPages');
  const { brand, uid, username } = player;
  const may = useRights().may('support', brand);
  const limits = useStaff('/players/{brand}/{uid}/limits', { path: { brand, uid } });
  return (
    <>
      <Panel
        dense
        title={t('limits.title')}
        aside={
          may &&
          limits.data && (
            <LimitActions player={player} name={username ?? uid} limits={limits.data} />
          )
        }
      >
        <Loaded read={limits} height={160}>
          {(data) => (
            <>
              <InForce limits={data} />
              <LimitProposals player={player} limits={data} may={may} />
            </>
          )}
        </Loaded>
      </Panel>
      {limits.data && <LimitDifferences limits={limits.data} />}
      {limits.data && <LimitHistory limits={limits.data} />}
    </>
  );
}

function InForce({ limits }: { limits: Limits }) {
  const { t } = useTranslation('staffPages');
  return (
    <>
      <Facts
        facts={[
          [t('limits.reality'), t('limits.minutes', { count: limits.reality_check_minutes })],
        ]}
      />
      {limits.limits.length === 0 ? <p>{t('limits.noLimits')}</p> : <LimitTable limits={limits} />}
    </>
  );
}

interface LimitActionsProps {
  player: PlayerId;
  name: string;
  limits: Limits;
}

function LimitActions({ player, name, limits }: LimitActionsProps) {
  const { t } = useTranslation('staffPages');
  const [open, setOpen] = useState<'tighten' | 'loosen'>();
  const close = () => setOpen(undefined);
  const canLoosen = limits.limits.length > 0 || limits.break || limits.exclusion;
  return (
    <div>
      <Button size="small" onClick={() => setOpen('tighten')}>
        {t('limits.tighten')}
      </Button>{' '}
      {canLoosen && (
        <Button size="small" onClick={() => setOpen('loosen')}>
          {t('limits.loosen')}
        </Button>
      )}
      {open === 'tighten' && (
        <TightenDialog player={player} name={name} limits={limits} onClose={close} />
      )}
      {open === 'loosen' && <LoosenDialog player={player} limits={limits} onClose={close} />}
    </div>
  );
}
