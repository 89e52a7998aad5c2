import { IconChevronRight } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { staffPaths } from '@/lib/paths/staff';
import { useStaffAction } from '../api/client';
import { useRights } from '../api/login';
import { setOverride, type Override } from '../api/maintenance';
import { notifyDone } from '../hooks/page';
import { useCallName } from '../hooks/texts';
import {
  stateOf,
  healthOf,
  healthTones,
  countStates,
  tones,
  type Brand,
  type Upstream,
} from '../model/maintenance';
import { totalsOf, type Series } from '../model/traffic';
import { ConfirmDialog } from './Actions';
import { Segments } from './Fields';
import { StateFacts } from './Maintenance';
import { TrafficChart, TrafficSummary } from './Traffic';
import { StateTag, Tag, Table } from './Values';
import css from './Brands.module.css';
import form from './Form.module.css';

interface BrandCardProps {
  brand: Brand;
  /** The last hour of an upstream: undefined while loading, null after a failure. */
  series(upstream: string): Series | null | undefined;
}

/** A summary of a brand: its state with the reason, and the health of its upstreams. */
export function BrandCard({ brand, series }: BrandCardProps) {
  const { t } = useTranslation('staff');
  const { maintenance } = brand;
  return (
    <article className={css.card} data-state={stateOf(brand)} aria-labelledby={`brand-${brand.id}`}>
      <header className={css.head}>
        <h2 id={`brand-${brand.id}`} className={css.name}>
          <Link className={css.link} to={staffPaths.brand.to({ brand: brand.id })}>
            {brand.name}
            <IconChevronRight size={16} aria-hidden="true" />
          </Link>
        </h2>
        <StateTag brand={brand} />
        <p className={css.host}>{brand.hosts[0]}</p>
      </header>
      <StateFacts state={maintenance} />
      <section className={css.upstreams} aria-label={t('upstreams.title')}>
        {brand.upstreams.map((upstream) => (
          <UpstreamRow key={upstream.name} upstream={upstream} series={series(upstream.name)} />
        ))}
      </section>
    </article>
  );
}

interface UpstreamRowProps {
  upstream: Upstream;
  /** The last hour of the upstream: undefined while loading, null after a failure. */
  series: Series | null | undefined;
}

const chartHeight = 44;

/** The health of an upstream and its last hour. */
export function UpstreamRow({ upstream, series }: UpstreamRowProps) {
  const { t } = useTranslation('staff');
  const health = healthOf(upstream);
  const totals = series && totalsOf(series);
  const failover = upstream.circuits[0]?.failover;
  return (
    <div className={css.row}>
      <p className={css.upstreamHead}>
        <span className={css.upstreamName}>{upstream.name}</span>
        <Tag tone={healthTones[health]}>{t(`health.${health}`)}</Tag>
      </p>
      {failover && <p className={css.failover}>{t('upstreams.failover', { failover })}</p>}
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

const choices = ['auto', 'open', 'close'] as const;
const circuitTones = { closed: 'positive', 'half-open': 'warning', open: 'negative' } as const;

/** The circuits of an upstream and the override of their breakers, which an admin can set. */
export function Breakers({ brand, upstream }: { brand: string; upstream: Upstream }) {
  const { t } = useTranslation('staff');
  const nameOf = useCallName();
  const allowed = useRights().may('admin', brand);
  const health = healthOf(upstream);
  const [asked, setAsked] = useState<Override>();
  const set = useStaffAction(async (override: Override) => {
    await setOverride(brand, upstream.name, override);
    setAsked(undefined);
    notifyDone(t(`breakers.done.${override}`));
  });
  return (
    <>
      <div className={form.form}>
        <Segments
          label={t('breakers.title')}
          showLabel
          value={upstream.override}
          options={choices.map((value) => ({
            value,
            label: t(`breakers.${value}`),
            disabled: !allowed,
          }))}
          onChange={(next) => setAsked(next)}
        />
        {!allowed && <p className={form.dim}>{t('noRight.role', { role: t('role.admin') })}</p>}
      </div>
      <Table
        label={t('circuits.title')}
        first={3}
        rows={[...upstream.circuits].sort((a, b) => b.failures - a.failures)}
        keyOf={(row) => row.class}
        columns={[
          { title: t('circuits.class'), cell: (row) => nameOf(row.class), wide: true },
          {
            title: t('circuits.state'),
            cell: (row) =>
              upstream.override === 'auto' ? (
                <Tag tone={circuitTones[row.state]}>{t(`circuits.${row.state}`)}</Tag>
              ) : (
                <Tag tone={healthTones[health]}>{t(`health.${health}`)}</Tag>
              ),
          },
          { title: t('circuits.calls'), cell: (row) => row.calls, end: true },
          { title: t('circuits.failures'), cell: (row) => row.failures, end: true },
          { title: t('circuits.active'), cell: (row) => row.active, end: true },
          { title: t('circuits.waiting'), cell: (row) => row.waiting, end: true },
        ]}
      />
      <ConfirmDialog
        open={asked !== undefined}
        title={t(`breakers.confirm.${asked ?? 'auto'}`)}
        word={asked === 'open' ? brand : undefined}
        submit={t(`breakers.${asked ?? 'auto'}`)}
        danger={asked !== 'auto'}
        change={set}
        onConfirm={() => asked && void set.run(asked)}
        onClose={() => setAsked(undefined)}
      >
        <p>{t(`breakers.text.${asked ?? 'auto'}`, { upstream: upstream.name })}</p>
      </ConfirmDialog>
    </>
  );
}

const shown = ['maintenance', 'detected', 'forced', 'scheduled', 'open'] as const;

/** The number of brands in each state. */
export function StateCounts({ brands }: { brands: readonly Brand[] }) {
  const { t } = useTranslation('staff');
  const counts = countStates(brands);
  return shown
    .filter((state) => counts[state] > 0)
    .map((state) => (
      <Tag key={state} tone={tones[state]}>
        {t(`brands.counts.${state}`, { count: counts[state] })}
      </Tag>
    ));
}
