import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { healthOf, healthTones, type Upstream } from '../model/circuits';
import { totalsOf, type Series } from '../model/traffic';
import { TrafficSummary } from './TrafficSummary';
import { Tag } from './Tag';
import css from './UpstreamRow.module.css';

const TrafficChart = lazy(async () => ({
  default: (await import('./TrafficChart')).TrafficChart,
}));

export interface UpstreamRowProps {
  upstream: Upstream;
  /** Its last hour; undefined until it is read, null when it could not be read. */
  series: Series | null | undefined;
}

const chartHeight = 44;

/** The health of an upstream and its last hour. */
export function UpstreamRow({ upstream, series }: UpstreamRowProps) {
  const { t } = useTranslation('staff');
  const health = healthOf(upstream);
  const totals = series && totalsOf(series);
  return (
    <div className={css.row}>
      <p className={css.head}>
        <span className={css.name}>{upstream.name}</span>
        <Tag tone={healthTones[health]}>{t(`health.${health}`)}</Tag>
      </p>
      {totals && <TrafficSummary totals={totals} />}
      {series === undefined && <Skeleton height={20} />}
      {series === null && <p className={css.dim}>{t('traffic.failedRead')}</p>}
      {series && totals && totals.count > 0 && (
        <Suspense fallback={<Skeleton height={chartHeight} />}>
          <TrafficChart
            series={series}
            height={chartHeight}
            label={t('traffic.chartOf', { upstream: upstream.name })}
          />
        </Suspense>
      )}
    </div>
  );
}
