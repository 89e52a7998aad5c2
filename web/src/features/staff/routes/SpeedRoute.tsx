import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { useFormat } from '@/lib/format/useFormat';
import { useStaff } from '../api/client';
import { Segments } from '../components/Fields';
import { Page, Loaded } from '../components/Page';
import { Table, Tag } from '../components/Values';

const metrics = ['lcp', 'inp', 'cls', 'ttfb'] as const;
const lists = ['pages', 'releases', 'games'] as const;
const tones = { good: 'positive', fair: 'warning', poor: 'negative' } as const;

/** The speed of pages and games in browsers of visitors, this week against last. */
export function SpeedRoute() {
  const { t } = useTranslation('staffPages');
  const { number } = useFormat();
  const [metric, setMetric] = useState<(typeof metrics)[number]>('lcp');
  const speed = useStaff('/speed', {}, { pollIntervalMs: 60_000 });
  const milliseconds = { style: 'unit', unit: 'millisecond' } as const;
  const shown = (row: { metric: string }, p75: number | null) =>
    p75 === null ? '–' : number(p75, row.metric === 'cls' ? {} : milliseconds);
  return (
    <Page title={t('speed.title')} lead={t('speed.lead')}>
      <Segments
        label={t('speed.metric')}
        value={metric}
        options={metrics.map((value) => ({ value, label: value.toUpperCase() }))}
        onChange={(value) => setMetric(value)}
      />
      <Loaded read={speed} height={480}>
        {(figures) =>
          lists.map((list) => (
            <Panel key={list} dense flush title={t(`speed.lists.${list}`)}>
              <Table
                label={t(`speed.lists.${list}`)}
                rows={figures[list].filter((row) => list === 'games' || row.metric === metric)}
                empty={t('speed.none')}
                keyOf={(row) => `${row.brand} ${row.name}`}
                columns={[
                  { title: t('brand'), cell: (row) => row.brand },
                  { title: t(`speed.lists.${list}`), cell: (row) => row.name },
                  {
                    title: t('speed.week'),
                    cell: ({ rating, ...row }) => (
                      <Tag tone={rating && tones[rating]}>
                        {shown(row, row.p75) + (rating ? ` · ${t(`speed.ratings.${rating}`)}` : '')}
                      </Tag>
                    ),
                  },
                  { title: t('speed.before'), cell: (row) => shown(row, row.last_week) },
                  { title: t('speed.samples'), end: true, cell: (row) => number(row.samples) },
                  {
                    title: t(`speed.details.${list}`),
                    cell: (row) => (list === 'games' ? number(row.failures) : row.component),
                  },
                ]}
              />
            </Panel>
          ))
        }
      </Loaded>
    </Page>
  );
}
