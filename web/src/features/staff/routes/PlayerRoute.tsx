import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useStaff } from '../api/useStaff';
import { Facts } from '../components/Facts';
import { Page } from '../components/Page';
import { Panel } from '../components/Panel';
import { PlayerActions } from '../components/PlayerActions';
import { PlayerBlock } from '../components/PlayerBlock';
import { PlayerDevices } from '../components/PlayerDevices';
import { PlayerLimits } from '../components/PlayerLimits';
import { PlayerPayments } from '../components/PlayerPayments';
import { PlayerSessions } from '../components/PlayerSessions';
import { RequestTable } from '../components/RequestTable';
import { Empty, Loaded } from '../components/States';
import { Time } from '../components/Time';
import css from './PlayerRoute.module.css';

/** A player: limits, sessions, devices, requests and payments, and what support can do. */
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
            <div className={css.columns}>
              <Panel title={t('player.known')}>
                <Facts
                  facts={[
                    [t('players.name'), it.username],
                    [t('players.uid'), it.uid],
                    [t('player.email'), it.email],
                    [t('brand'), it.brand],
                    [t('players.lastSeen'), it.lastSeen && <Time at={it.lastSeen} relative />],
                  ]}
                />
              </Panel>
              <PlayerBlock player={it} />
            </div>
            <PlayerLimits player={it} />
            <PlayerSessions player={it} />
            <Panel flush title={t('player.requests')}>
              {it.requests.length === 0 ? (
                <Empty title={t('player.noRequests')} text={t('player.noRequestsText')} />
              ) : (
                <RequestTable label={t('player.requests')} requests={it.requests} />
              )}
            </Panel>
            <PlayerPayments player={it} />
            <PlayerDevices devices={it.devices} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
