import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, Link } from 'react-router';
import { Button } from '@/components/ui/Button/Button';
import { Panel } from '@/components/ui/Panel/Panel';
import { useFilters } from '@/lib/page/useFilters';
import { staffPaths } from '@/lib/paths/staff';
import { useStaff } from '../api/client';
import { PlayerLimits } from '../components/Limits';
import { Page, Loaded, Empty } from '../components/Page';
import { PaymentTable } from '../components/Payments';
import { PlayerActions, PlayerBlock, LoginLocks } from '../components/PlayerActions';
import { Facts, Time, Table, Tag } from '../components/Values';
import { useRights } from '../api/login';
import { endSession, endSessions, type PlayerId } from '../api/players';
import { useAmount, useCallName, useDebugText, useLimitTexts } from '../hooks/texts';
import { paymentAddress, type PlayerDetail } from '../model/lookup';
import { ActionButton } from '../components/Actions';
import { Segments } from '../components/Fields';
import { RequestTable } from '../components/Requests';

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

/** The known devices of a player. */
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

/** The sessions of a player, with buttons to end them. */
function PlayerSessions({ player }: { player: PlayerDetail }) {
  const { t } = useTranslation('staffPages');
  const { sessions, brand, username } = player;
  const may = useRights().may('support', brand);
  return (
    <Panel
      dense
      flush
      title={t('player.sessions')}
      aside={
        may &&
        username && (
          <ActionButton
            size="small"
            action={() => endSessions(brand, username)}
            ask={{ title: t('player.askEndAll', { name: username }), text: t('player.endAllText') }}
          >
            {t('player.endAll')}
          </ActionButton>
        )
      }
    >
      {sessions.length === 0 ? (
        <Empty title={t('player.noSessions')} />
      ) : (
        <Table
          first={1}
          label={t('player.sessions')}
          rows={sessions}
          keyOf={(row) => row.session}
          columns={[
            { title: t('player.begun'), cell: (row) => <Time at={row.begun} /> },
            { title: t('player.seen'), cell: (row) => <Time at={row.seen} relative /> },
            { title: t('player.address'), cell: (row) => row.address },
            { title: t('player.agent'), wide: true, cell: (row) => row.device || row.agent || '–' },
            {
              title: t('player.login'),
              cell: (row) =>
                row.pending ? (
                  <Tag tone="warning">{t('player.pending')}</Tag>
                ) : (
                  <Tag tone="positive">
                    {t(row.two_factor ? 'player.twoFactor' : 'player.password')}
                  </Tag>
                ),
            },
            {
              title: t('actions'),
              hideTitle: true,
              cell: (row) =>
                may && (
                  <ActionButton size="small" action={() => endSession(row.session)}>
                    {t('player.end')}
                  </ActionButton>
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

const pageLength = 50;
const maxLength = 500;
const choices = ['all', 'failed'] as const;

/** The latest requests of a player, or only the failed ones, page by page. */
function PlayerRequests({ brand, uid }: PlayerId) {
  const { t } = useTranslation('staffPages');
  const filters = useFilters<'requests' | 'limit'>();
  const shown = choices.find((choice) => choice === filters.get('requests')) ?? 'all';
  const limit = Math.min(filters.number('limit') ?? pageLength, maxLength);
  const failed = shown === 'failed' ? ({ failed: true } as const) : {};
  const query = { brand, player: uid, limit, ...failed };
  const requests = useStaff('/requests', { query }, { keepPreviousData: true });
  return (
    <>
      <Segments
        label={t('player.requests')}
        value={shown}
        options={choices.map((value) => ({ value, label: t(`player.${value}`) }))}
        onChange={(requests) => filters.set({ requests, limit: undefined }, { replace: true })}
      />
      <Loaded read={requests} height={240}>
        {(list) => (
          <>
            <RequestTable ofPlayer label={t('player.requests')} requests={list} />
            {list.length === limit && limit < maxLength && (
              <Button onClick={() => filters.set({ limit: limit + pageLength }, { replace: true })}>
                {t('audit.more')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

/** The current problems of a player: locks, break or exclusion, limits, payments, refusals. */
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
