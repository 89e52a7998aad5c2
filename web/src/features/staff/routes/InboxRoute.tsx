import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Panel } from '@/components/ui/Panel/Panel';
import { useStaff } from '../api/client';
import { Page, Empty, Loaded } from '../components/Page';
import { Table, Time } from '../components/Values';
import { useAmount, useCallName } from '../hooks/texts';
import { addressOf, inboxKinds, type InboxItem } from '../navigation';

const kinds = Object.keys(inboxKinds);

/** The inbox of staff: approvals, unknown payments, forced breakers, detected maintenance. */
export function InboxRoute() {
  const { t } = useTranslation('staffPages');
  const nameOf = useItemName();
  const inbox = useStaff('/inbox');
  return (
    <Page title={t('inbox.title')} lead={t('inbox.lead')}>
      <Loaded read={inbox} height={240}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t('inbox.none')} />
          ) : (
            <Panel dense flush>
              <Table
                label={t('inbox.title')}
                rows={[...items].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))}
                keyOf={(row) => Object.values(row).join(' ')}
                columns={[
                  {
                    title: t('inbox.item'),
                    wide: true,
                    cell: (row) => (
                      <span>
                        <Link to={addressOf(row)}>{t(`inbox.kinds.${row.kind}`)}</Link>
                        <span>{` · ${nameOf(row)}`}</span>
                      </span>
                    ),
                  },
                  { title: t('brand'), cell: (row) => row.brand },
                  { title: t('payment.proposedBy'), cell: (row) => row.by },
                  { title: t('inbox.from'), cell: (row) => row.from && <Time at={row.from} /> },
                  { title: t('inbox.at'), cell: (row) => row.at && <Time at={row.at} relative /> },
                ]}
              />
            </Panel>
          )
        }
      </Loaded>
    </Page>
  );
}

/** Returns a function that names an item by its subject. */
function useItemName() {
  const { t } = useTranslation('staffPages');
  const { t: staff } = useTranslation('staff');
  const amountText = useAmount();
  const callName = useCallName();
  return ({ kind, id, part = 'none', detail = '' }: InboxItem): string => {
    switch (kind) {
      case 'settlement':
      case 'payment':
        return `${part === 'none' ? '' : `${callName(part)}: `}${amountText(detail) || id}`;
      case 'loosening':
        return `${id}: ${t(`limits.subjects.${detail as 'limit' | 'break' | 'exclusion'}`)}`;
      case 'breaker':
        return `${id}: ${staff(`health.forced-${detail === 'open' ? 'open' : 'closed'}`)}`;
      case 'maintenance':
        return id ? callName(id) : staff('parts.all');
      case 'drift':
        return `${id}: ${callName(detail)}`;
      default:
        return id;
    }
  };
}
