import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useStaff } from '../api/useStaff';
import { Facts } from '../components/Facts';
import { Page } from '../components/Page';
import { Panel } from '@/components/ui/Panel/Panel';
import { PaymentTable } from '../components/PaymentTable';
import { PlayerActions } from '../components/PlayerActions';
import { PlayerBlock } from '../components/PlayerBlock';
import { PlayerDevices } from '../components/PlayerDevices';
import { PlayerLimits } from '../components/PlayerLimits';
import { PlayerProblems } from '../components/PlayerProblems';
import { PlayerRequests } from '../components/PlayerRequests';
import { PlayerSessions } from '../components/PlayerSessions';
import { Loaded } from '../components/States';
import { Time } from '../components/Time';

const shownPayments = 3;

/** A player: what is wrong now, payments, sessions and limits, and what support can do; block, devices and requests are folded. */
export function PlayerRoute() {
  const { t } = useTranslation('staffPages');
  const { brand = '', uid = '' } = useParams();
  const player = useStaff('/players/{brand}/{uid}', { path: { brand, uid } });
  const name = player.data?.username ?? uid;
  return (
    <Page
      title={name}
      lead={t('player.lead', { brand })}
      actions={player.data && <PlayerActions player={player.data} />}
    >
      <Loaded read={player} height={480}>
        {(it) => (
          <>
            <Panel dense title={t('player.known')}>
              <Facts
                facts={[
                  [t('players.uid'), it.uid],
                  [t('player.email'), it.email],
                  [t('players.lastSeen'), it.lastSeen && <Time at={it.lastSeen} relative />],
                ]}
              />
            </Panel>
            <PlayerProblems player={it} />
            <Panel dense flush title={t('player.payments')}>
              <PaymentTable
                ofPlayer
                first={shownPayments}
                label={t('player.payments')}
                payments={it.money}
              />
            </Panel>
            <PlayerSessions player={it} />
            <PlayerLimits player={it} />
            <PlayerBlock player={it} />
            <PlayerDevices devices={it.devices} />
            <Panel dense folded title={t('player.requests')}>
              <PlayerRequests brand={brand} uid={uid} />
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  );
}
