import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IconChevronRight } from '@tabler/icons-react';
import { ButtonLink } from '@/components/ui/Button/Button';
import { StateFacts } from '../components/StateFacts';
import { StateTag, Tag } from '../components/Tag';
import { UpstreamRow } from '../components/UpstreamRow';
import { staffPaths } from '@/lib/paths/staff';
import { useRights } from '../api/useLogin';
import { useSeries } from '../api/useSeries';
import { useStaff } from '../api/useStaff';
import { Page } from '../components/Page';
import { Empty, Loaded } from '../components/States';
import { byUrgency, countStates, stateOf, tones, type Brand } from '../model/maintenance';
import { everyBrand } from '../model/rights';
import type { Series } from '../model/traffic';
import css from './BrandsRoute.module.css';

const minuteMs = 60_000;

/** The brands at a glance: those that need attention first. */
export function BrandsRoute() {
  const { t } = useTranslation('staff');
  const brands = useStaff('/brands', {}, { pollIntervalMs: minuteMs });
  const seriesOf = useSeries();
  const { may } = useRights();
  return (
    <Page
      title={t('brands.title')}
      beside={brands.data && <StateCounts brands={brands.data} />}
      actions={
        may('support') && (
          <ButtonLink size="small" to={staffPaths.close.to({ brand: everyBrand })}>
            {t('brands.closeAll')}
          </ButtonLink>
        )
      }
    >
      <Loaded read={brands} height={260}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t('brands.none')} text={t('brands.noneText')} />
          ) : (
            <div className={css.grid}>
              {byUrgency(list).map((brand) => (
                <BrandCard
                  key={brand.id}
                  brand={brand}
                  series={(upstream) => seriesOf(brand.id, upstream)}
                />
              ))}
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

const shown = ['maintenance', 'detected', 'forced', 'scheduled', 'open'] as const;

/** How many brands are in each state. */
function StateCounts({ brands }: { brands: readonly Brand[] }) {
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

interface BrandCardProps {
  brand: Brand;
  /** The last hour of an upstream; undefined until it is read, null when it could not be read. */
  series(upstream: string): Series | null | undefined;
}

/** A brand at a glance: its state, why, and how its upstreams are. */
function BrandCard({ brand, series }: BrandCardProps) {
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
