import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { useNow } from '@/lib/clock';
import { useFormat } from '@/lib/format/useFormat';
import { useStaff } from '../api/client';
import { Page, Loaded } from '../components/Page';
import { Table, Tag, Time } from '../components/Values';

const minuteMs = 60_000;

/** The keys that encrypt sessions, with the number of sessions and the earliest retirement. */
export function KeysRoute() {
  const { t } = useTranslation('staffPages');
  const { number } = useFormat();
  const now = useNow(minuteMs);
  const keys = useStaff('/keys', {}, { pollIntervalMs: minuteMs });
  return (
    <Page title={t('keys.title')} lead={t('keys.lead')}>
      <Loaded read={keys} height={160}>
        {(list) => (
          <Panel dense flush>
            <Table
              label={t('keys.title')}
              rows={list}
              keyOf={(row) => row.kid}
              columns={[
                { title: t('keys.kid'), wide: true, cell: (row) => <code>{row.kid}</code> },
                {
                  title: t('keys.state'),
                  cell: (row) =>
                    row.active ? (
                      <Tag tone="positive">{t('keys.active')}</Tag>
                    ) : row.sessions === 0 &&
                      row.retireAfter &&
                      Date.parse(row.retireAfter) <= now ? (
                      <Tag>{t('keys.retirable')}</Tag>
                    ) : (
                      <Tag tone="info">{t('keys.needed')}</Tag>
                    ),
                },
                { title: t('keys.sessions'), end: true, cell: (row) => number(row.sessions) },
                {
                  title: t('keys.created'),
                  cell: (row) => (row.created ? <Time at={row.created} /> : '–'),
                },
                {
                  title: t('keys.retireAfter'),
                  cell: (row) => (row.retireAfter ? <Time at={row.retireAfter} relative /> : '–'),
                },
              ]}
            />
          </Panel>
        )}
      </Loaded>
    </Page>
  );
}
