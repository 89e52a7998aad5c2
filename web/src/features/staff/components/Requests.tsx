import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CopyButton } from '@/components/account/CopyButton';
import type { Column } from '@/components/ui/DataList/DataList';
import { Panel } from '@/components/ui/Panel/Panel';
import type { components } from '@/contracts/staff';
import { staffPaths } from '@/lib/paths/staff';
import { useStaff } from '../api/client';
import { useCallName, useAmount } from '../hooks/texts';
import { paymentAddress } from '../model/lookup';
import { Loaded } from './Page';
import { OutcomeTag, PlayerLink, StatusTag, Table, Time, Facts } from './Values';

type Request = components['schemas']['Request'];

interface RequestTableProps {
  label: string;
  requests: readonly Request[];
  /** All requests belong to one player, and the table omits the player. */
  ofPlayer?: boolean;
}

/** Requests, each with a link to its page. */
export function RequestTable({ label, requests, ofPlayer }: RequestTableProps) {
  const { t } = useTranslation('staffPages');
  const callName = useCallName();
  const whose: Column<Request>[] = [
    { title: t('brand'), cell: (row) => row.brand },
    {
      title: t('request.player'),
      cell: (row) => <PlayerLink brand={row.brand} player={row.player} />,
    },
  ];
  return (
    <Table
      label={label}
      rows={requests}
      empty={t('player.noRequests')}
      keyOf={(row) => row.id}
      columns={[
        { title: t('request.at'), cell: (row) => <Time at={row.at} seconds /> },
        {
          title: t('request.call'),
          wide: true,
          cell: (row) => (
            <Link to={staffPaths.request.to({ id: row.id })}>
              {row.call ? callName(row.call, row.money?.part) : (row.path ?? row.id)}
            </Link>
          ),
        },
        {
          title: t('request.status'),
          cell: (row) => (
            <StatusTag status={Math.max(row.status, row.code ?? 0)} debug={row.debug} />
          ),
        },
        { title: t('request.ms'), end: true, cell: (row) => row.ms },
        {
          title: t('request.money'),
          cell: (row) => row.money && <OutcomeTag outcome={row.money.outcome} />,
        },
        ...(ofPlayer ? [] : whose),
      ]}
    />
  );
}

/** The known data of a request and of its payment. */
export function RequestDetail({ id }: { id: string }) {
  const { t } = useTranslation('staffPages');
  const amountText = useAmount();
  const callName = useCallName();
  const request = useStaff('/requests/{id}', { path: { id } });
  return (
    <Loaded read={request} height={320}>
      {(data) => (
        <>
          <Panel
            dense
            title={data.call ? callName(data.call, data.money?.part) : (data.path ?? id)}
            aside={<CopyButton text={data.id} label={t('copy')} />}
          >
            <Facts
              facts={[
                [
                  t('request.answer'),
                  data.status ? <StatusTag status={data.status} debug={data.debug} /> : undefined,
                ],
                [t('request.at'), <Time at={data.at} seconds relative />],
                [t('brand'), data.brand],
                [
                  t('request.player'),
                  data.player && <PlayerLink brand={data.brand} player={data.player} />,
                ],
                [t('request.cause'), data.cause && t(`cause.${data.cause}`)],
                [
                  t('request.took'),
                  data.status
                    ? t('request.msOf', { ms: data.ms, upstream: data.upstream_ms ?? 0 })
                    : undefined,
                ],
                [t('request.upstream'), data.upstream],
                [t('request.attempts'), data.attempts],
                [t('request.cache'), data.cache],
                [t('request.code'), data.code || undefined],
                [t('request.instance'), data.instance],
                [t('request.world'), data.partition],
                [t('payment.state'), data.money && <OutcomeTag outcome={data.money.outcome} />],
                [t('payment.transaction'), data.money?.transaction],
                [t('payment.amount'), amountText(data.money?.amount)],
                [
                  t('payment.key'),
                  data.money && (
                    <Link to={paymentAddress({ key: data.money.key, brand: data.brand })}>
                      {data.money.key}
                    </Link>
                  ),
                ],
              ]}
            />
          </Panel>
          {data.cached_response && (
            <Panel dense title={t('cacheFact.title')}>
              <Facts
                facts={data.cached_response.map(
                  ({ name, text }) => [t(`cacheFact.${name}`), text] as const,
                )}
              />
            </Panel>
          )}
        </>
      )}
    </Loaded>
  );
}
