import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { Button } from '@/components/ui/Button/Button';
import { Facts } from '../components/Facts';
import { LoginLocks } from '../components/LoginLocks';
import { Panel } from '@/components/ui/Panel/Panel';
import { RequestTable } from '../components/RequestTable';
import { Segments } from '../components/Segments';
import { Loaded } from '../components/States';
import { Table } from '../components/Table';
import { Time } from '../components/Time';
import { staffPaths } from '@/lib/paths/staff';
import type { PlayerId } from '../api/lookups';
import { useStaff } from '../api/useStaff';
import { Page } from '../components/Page';
import { PaymentTable } from '../components/PaymentTable';
import { PlayerActions } from '../components/PlayerActions';
import { PlayerBlock } from '../components/PlayerBlock';
import { PlayerLimits } from '../components/PlayerLimits';
import { PlayerSessions } from '../components/PlayerSessions';
import { useAmount, useCallName, useDebugText } from '../hooks/texts';
import { useLimitTexts } from '../hooks/useLimitTexts';
import { paymentAddress } from '../model/money';
import type { PlayerDetail } from '../model/player';

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

/** The devices that a player has used. */
function PlayerDevices({ devices }: Pick<PlayerDetail, 'devices'>) {
  const { t } = useTranslation('staffPages');
  return (
    <Panel dense folded flush title={t('player.devices')}>
      <Table
        empty={t('player.noDevices')}
        label={t('player.devices')}
        rows={devices}
        keyOf={(row) => row.id}
        columns={[
          { title: t('player.agent'), wide: true, cell: (row) => row.agent || '–' },
          { title: t('player.address'), cell: (row) => row.address ?? '–' },
          { title: t('player.firstSeen'), cell: (row) => <Time at={row.firstSeen} /> },
          { title: t('player.seen'), cell: (row) => <Time at={row.lastSeen} relative /> },
        ]}
      />
    </Panel>
  );
}

const pageLength = 50;
const maxLength = 500;
const choices = ['all', 'failed'] as const;

/** The latest requests of a player, or those that failed, a page at a time. */
function PlayerRequests({ brand, uid }: PlayerId) {
  const { t } = useTranslation('staffPages');
  const [shown, setShown] = useState<(typeof choices)[number]>('all');
  const [limit, setLimit] = useState(pageLength);
  const failed = shown === 'failed' ? ({ failed: true } as const) : {};
  const query = { brand, player: uid, limit, ...failed };
  const requests = useStaff('/requests', { query }, { keepPreviousData: true });
  return (
    <>
      <Segments
        label={t('player.requests')}
        value={shown}
        options={choices.map((value) => ({ value, label: t(`player.${value}`) }))}
        onChange={(value) => setShown(value)}
      />
      <Loaded read={requests} height={240}>
        {(list) => (
          <>
            <RequestTable ofPlayer label={t('player.requests')} requests={list} />
            {list.length === limit && limit < maxLength && (
              <Button onClick={() => setLimit(limit + pageLength)}>{t('audit.more')}</Button>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

/** What is wrong with a player now: locks of the login, a break or an exclusion, used limits, unknown payments, and the last refusals. */
function PlayerProblems({ player }: { player: PlayerDetail }) {
  const { t } = useTranslation('staffPages');
  const { brand, uid, username, money } = player;
  const amountText = useAmount();
  const callName = useCallName();
  const debugText = useDebugText();
  const limits = useStaff('/players/{brand}/{uid}/limits', { path: { brand, uid } }).data;
  const texts = useLimitTexts(limits?.currency ?? '');
  const query = { brand, player: uid, failed: true, limit: 3 } as const;
  const refused = useStaff('/requests', { query }).data ?? [];
  const facts: (readonly [ReactNode, ReactNode])[] = [
    [t('limits.break'), limits?.break && <Time at={limits.break.until} relative />],
    [
      t('limits.exclusion'),
      limits?.exclusion?.until ? (
        <Time at={limits.exclusion.until} relative />
      ) : (
        limits?.exclusion && t('limits.forever')
      ),
    ],
  ];
  for (const limit of limits?.limits ?? [])
    if (limit.left <= 0) facts.push([texts.name(limit), t('problems.used')]);
  for (const payment of money)
    if (payment.state === 'unknown')
      facts.push([
        t('outcome.unknown'),
        <Link to={paymentAddress(payment)}>
          <span>{`${amountText(payment.amount) || payment.key} · `}</span>
          <Time at={payment.at} relative />
        </Link>,
      ]);
  for (const { id, at, call, cause, debug, code, money: paid } of refused) {
    const message = money.find(({ key }) => key === paid?.key)?.message;
    const reason = message || (cause ? t(`cause.${cause}`) : debugText(debug) || code);
    facts.push([
      <Time at={at} />,
      <Link to={staffPaths.request.to({ id })}>
        {[call && callName(call, paid?.part), reason].filter(Boolean).join(' · ')}
      </Link>,
    ]);
  }
  return (
    <Panel dense title={t('problems.title')}>
      {username && <LoginLocks username={username} brand={brand} />}
      <Facts facts={facts} />
    </Panel>
  );
}
