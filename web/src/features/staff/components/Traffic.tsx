import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { useFormat } from '@/lib/format/useFormat';
import { useCallName } from '../hooks/texts';
import { seriesOf, totalsOf, trafficRow, type Traffic, type Totals } from '../model/traffic';
import { Table } from './Values';
import css from './Traffic.module.css';

/** The chart of the last hour, which loads with the first use. */
export const TrafficChart = lazy(async () => ({
  default: (await import('./TrafficChart')).TrafficChart,
}));

const chartHeight = 96;

interface TrafficBrandProps {
  brand: string;
  rows: readonly Traffic[];
  /** Milliseconds since 1970. */
  now: number;
}

/** The last hour of a brand: a chart, and a table by class and upstream, the busiest first. */
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
        keyOf={(row) => `${row.class}/${row.upstream}`}
        columns={[
          {
            title: t('traffic.class'),
            wide: true,
            cell: (row) => (row.class ? callName(row.class) : t('traffic.noClass')),
          },
          { title: t('request.upstream'), cell: (row) => row.upstream || '–' },
          { title: t('traffic.count'), end: true, cell: (row) => number(row.count) },
          { title: t('traffic.errors'), end: true, cell: (row) => share(row.errors, row.count) },
          { title: t('traffic.cached'), end: true, cell: (row) => share(row.cached, row.count) },
          { title: t('traffic.p50'), end: true, cell: (row) => number(Math.round(row.p50)) },
          { title: t('traffic.p95'), end: true, cell: (row) => number(Math.round(row.p95)) },
          { title: t('traffic.violations'), end: true, cell: (row) => number(row.violations) },
        ]}
      />
    </Panel>
  );
}

/** The share of failed requests that shows a warning. */
const worrying = 0.02;

/** The last hour in words: requests, failures, slowest minutes. */
export function TrafficSummary({ totals }: { totals: Totals }) {
  const { t } = useTranslation('staff');
  const { number } = useFormat();
  if (totals.count === 0) return <p className={css.summary}>{t('traffic.none')}</p>;
  const rate = number(totals.errorRate, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <p className={css.summary}>
      <span>{t('traffic.requests', { count: totals.count, number: number(totals.count) })}</span>
      <span className={totals.errorRate >= worrying ? css.bad : undefined}>
        {t('traffic.errors', { rate })}
      </span>
      {totals.p95 !== undefined && (
        <span>{t('traffic.slowest', { ms: number(Math.round(totals.p95)) })}</span>
      )}
    </p>
  );
}
