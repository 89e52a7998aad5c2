import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { staffPaths } from '@/lib/paths/staff';
import type { components } from '@/contracts/staff';
import { useCallName } from '../hooks/texts';
import { OutcomeTag, StatusTag } from './Tag';
import { PlayerLink } from './Facts';
import type { Column } from '@/components/ui/DataList/DataList';
import { Table } from './Table';
import { Time } from './Time';

type Request = components['schemas']['Request'];

export interface RequestTableProps {
  label: string;
  requests: readonly Request[];
  /** They are those of one player, who is not named again. */
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
