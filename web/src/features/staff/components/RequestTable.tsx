import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { staffPaths } from '@/lib/paths/staff';
import type { components } from '@/contracts/staff';
import { useCallName } from '../hooks/useCallName';
import { OutcomeTag } from './OutcomeTag';
import { StatusTag } from './StatusTag';
import { Table } from './Table';
import { Time } from './Time';

/** Requests of a player, each with a link to its page. */
export function RequestTable({
  label,
  requests,
}: {
  label: string;
  requests: readonly components['schemas']['Request'][];
}) {
  const { t } = useTranslation('staffPages');
  const callName = useCallName();
  return (
    <Table
      label={label}
      rows={requests}
      keyOf={(it) => it.id}
      columns={[
        { title: t('request.at'), cell: (it) => <Time at={it.at} seconds /> },
        {
          title: t('request.call'),
          wide: true,
          cell: (it) => (
            <Link to={staffPaths.request.to({ id: it.id })}>
              {it.call ? callName(it.call) : (it.path ?? it.id)}
            </Link>
          ),
        },
        {
          title: t('request.status'),
          cell: (it) => <StatusTag status={it.status} debug={it.debug} />,
        },
        { title: t('request.ms'), numeric: true, cell: (it) => it.ms },
        {
          title: t('request.money'),
          cell: (it) => (it.money ? <OutcomeTag outcome={it.money.outcome} /> : '–'),
        },
      ]}
    />
  );
}
