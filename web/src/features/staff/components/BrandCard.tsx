import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IconChevronRight } from '@tabler/icons-react';
import { staffPaths } from '@/lib/paths/staff';
import { stateOf, type Brand } from '../model/maintenance';
import type { Series } from '../model/traffic';
import { StateFacts } from './StateFacts';
import { StateTag } from './StateTag';
import { UpstreamRow } from './UpstreamRow';
import css from './BrandCard.module.css';

export interface BrandCardProps {
  brand: Brand;
  /** The last hour of an upstream; undefined until it is read, null when it could not be read. */
  series(upstream: string): Series | null | undefined;
}

/** A brand at a glance: its state, why, and how its upstreams are. */
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
