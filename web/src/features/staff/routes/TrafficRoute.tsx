import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { Panel } from '@/components/ui/Panel/Panel';
import { Table } from '../components/Table';
import { TrafficSummary } from '../components/TrafficSummary';
import { useNow } from '@/lib/clock';
import { useFormat } from '@/lib/format/useFormat';
import { useStaff } from '../api/useStaff';
import { Choice } from '@/components/ui/Field/Field';
import { Page } from '../components/Page';
import { Empty, Loaded } from '../components/States';
import { useCallName } from '../hooks/texts';
import { everyBrand } from '../model/rights';
import { hourMinutes, seriesOf, totalsOf, trafficRow, type Traffic } from '../model/traffic';
import css from './TrafficRoute.module.css';

const pollIntervalMs = 15_000;
const minuteMs = 60_000;

/** The last hour by brand, class and upstream, over all instances. */
export function TrafficRoute() {
  const { t } = useTranslation('staffPages');
  const [brand, setBrand] = useState<string>(everyBrand);
  const now = useNow(minuteMs);
  const traffic = useStaff('/traffic', { query: { minutes: hourMinutes } }, { pollIntervalMs });
  return (
    <Page title={t('traffic.title')} lead={t('traffic.lead')}>
      <Loaded read={traffic} height={480}>
        {(rows) => {
          const brands = [...new Set(rows.map((row) => row.brand))].sort();
          if (brands.length === 0)
            return <Empty title={t('traffic.none')} text={t('traffic.noneText')} />;
          const shown = brands.filter((name) => brand === everyBrand || name === brand);
          return (
            <>
              <div className={css.filter}>
                <Choice
                  label={t('brand')}
                  value={brand}
                  options={[
                    { value: everyBrand, label: t('everyBrand') },
                    ...brands.map((value) => ({ value, label: value })),
                  ]}
                  onChange={setBrand}
                />
              </div>
              {shown.map((name) => (
                <TrafficBrand
                  key={name}
                  brand={name}
                  rows={rows.filter((row) => row.brand === name)}
                  now={now}
                />
              ))}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

const TrafficChart = lazy(async () => ({
  default: (await import('../components/TrafficChart')).TrafficChart,
}));

const chartHeight = 96;

interface TrafficBrandProps {
  brand: string;
  rows: readonly Traffic[];
  /** Milliseconds since 1970. */
  now: number;
}

/** The last hour of a brand: its chart, and a table by class and upstream, the busiest first. */
function TrafficBrand({ brand, rows, now }: TrafficBrandProps) {
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
          {
            title: t('traffic.errors'),
            end: true,
            cell: (row) => share(row.errors, row.count),
          },
          {
            title: t('traffic.cached'),
            end: true,
            cell: (row) => share(row.cached, row.count),
          },
          { title: t('traffic.p50'), end: true, cell: (row) => number(Math.round(row.p50)) },
          { title: t('traffic.p95'), end: true, cell: (row) => number(Math.round(row.p95)) },
          { title: t('traffic.violations'), end: true, cell: (row) => number(row.violations) },
        ]}
      />
    </Panel>
  );
}
