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
    { title: t('brand'), cell: (it) => it.brand },
    {
      title: t('request.player'),
      cell: (it) => <PlayerLink brand={it.brand} player={it.player} />,
    },
  ];
  return (
    <Table
      label={label}
      rows={requests}
      empty={t('player.noRequests')}
      keyOf={(it) => it.id}
      columns={[
        { title: t('request.at'), cell: (it) => <Time at={it.at} seconds /> },
        {
          title: t('request.call'),
          wide: true,
          cell: (it) => (
            <Link to={staffPaths.request.to({ id: it.id })}>
              {it.call ? callName(it.call, it.money?.part) : (it.path ?? it.id)}
            </Link>
          ),
        },
        {
          title: t('request.status'),
          cell: (it) => <StatusTag status={Math.max(it.status, it.code ?? 0)} debug={it.debug} />,
        },
        { title: t('request.ms'), end: true, cell: (it) => it.ms },
        {
          title: t('request.money'),
          cell: (it) => it.money && <OutcomeTag outcome={it.money.outcome} />,
        },
        ...(ofPlayer ? [] : whose),
      ]}
    />
  );
}
