import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { useFormat } from '@/lib/format/useFormat';
import { useCallName } from '../hooks/useCallName';
import { seriesOf, totalsOf, trafficRow, type Traffic } from '../model/traffic';
import { Panel } from '@/components/ui/Panel/Panel';
import { Table } from './Table';
import { TrafficSummary } from './TrafficSummary';

const TrafficChart = lazy(async () => ({
  default: (await import('./TrafficChart')).TrafficChart,
}));

const chartHeight = 96;

export interface TrafficBrandProps {
  brand: string;
  rows: readonly Traffic[];
  /** Milliseconds since 1970. */
  now: number;
}

/** The last hour of a brand: its chart, and a table by class and upstream, the busiest first. */
export function TrafficBrand({ brand, rows, now }: TrafficBrandProps) {
  const { t } = useTranslation('staffPages');
  const { number } = useFormat();
  const callName = useCallName();
  const series = seriesOf(rows, () => true, now);
  const share = (part: number, whole: number) =>
    whole === 0 ? '–' : number(part / whole, { style: 'percent', maximumFractionDigits: 1 });
  const table = rows.map(trafficRow).sort((a, b) => b.count - a.count);
  return (
    <Panel dense title={brand} aside={<TrafficSummary totals={totalsOf(series)} />}>
      <Suspense fallback={<Skeleton height={chartHeight} />}>
        <TrafficChart series={series} height={chartHeight} label={t('traffic.chart', { brand })} />
      </Suspense>
      <Table
        label={t('traffic.byClass', { brand })}
        rows={table}
        keyOf={(it) => `${it.class}/${it.upstream}`}
        columns={[
          {
            title: t('traffic.class'),
            wide: true,
            cell: (it) => (it.class ? callName(it.class) : t('traffic.noClass')),
          },
          { title: t('request.upstream'), cell: (it) => it.upstream || '–' },
          { title: t('traffic.count'), end: true, cell: (it) => number(it.count) },
          { title: t('traffic.errors'), end: true, cell: (it) => share(it.errors, it.count) },
          { title: t('traffic.cached'), end: true, cell: (it) => share(it.cached, it.count) },
          { title: t('traffic.p50'), end: true, cell: (it) => number(Math.round(it.p50)) },
          { title: t('traffic.p95'), end: true, cell: (it) => number(Math.round(it.p95)) },
          { title: t('traffic.violations'), end: true, cell: (it) => number(it.violations) },
        ]}
      />
    </Panel>
  );
}
