import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Panel } from '@/components/ui/Panel/Panel';
import { useStaff } from '../api/client';
import { PlayerLimits } from '../components/Limits';
import { Page, Loaded } from '../components/Page';
import { PaymentTable } from '../components/Payments';
import { PlayerActions, PlayerBlock } from '../components/PlayerActions';
import {
  PlayerDevices,
  PlayerProblems,
  PlayerRequests,
  PlayerSessions,
} from '../components/PlayerRecords';
import { Facts, Time } from '../components/Values';

const shownPayments = 3;

/** A player with problems, payments, sessions, limits and the actions of support. */
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
        {(data) => (
          <>
            <Panel dense title={t('player.known')}>
              <Facts
                facts={[
                  [t('players.uid'), data.uid],
                  [t('player.email'), data.email],
                  [t('players.lastSeen'), data.lastSeen && <Time at={data.lastSeen} relative />],
                ]}
              />
            </Panel>
            <PlayerProblems player={data} />
            <Panel dense flush title={t('player.payments')}>
              <PaymentTable
                ofPlayer
                first={shownPayments}
                label={t('player.payments')}
                payments={data.money}
              />
            </Panel>
            <PlayerSessions player={data} />
            <PlayerLimits player={data} />
            <PlayerBlock player={data} />
            <PlayerDevices devices={data.devices} />
            <Panel dense folded title={t('player.requests')}>
              <PlayerRequests brand={brand} uid={uid} />
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  );
}
