import { useTranslation } from 'react-i18next';
import { useNow } from '@/lib/clock/useNow';
import { useStaff } from '../api/useStaff';
import { BrandCard } from '../components/BrandCard';
import { Page } from '../components/Page';
import { Empty, Loaded } from '../components/States';
import { StateCounts } from '../components/StateCounts';
import { byUrgency } from '../model/maintenance';
import { hourMinutes, seriesOf } from '../model/traffic';
import css from './BrandsRoute.module.css';

const minuteMs = 60_000;

/** The brands at a glance: those that need attention first. */
export function BrandsRoute() {
  const { t } = useTranslation('staff');
  const brands = useStaff('/brands', {}, { pollIntervalMs: minuteMs });
  const traffic = useStaff(
    '/traffic',
    { query: { minutes: hourMinutes } },
    { pollIntervalMs: minuteMs },
  );
  const now = useNow(minuteMs);
  const seriesFor = (brand: string) => (upstream: string) =>
    traffic.data &&
    seriesOf(traffic.data, (row) => row.brand === brand && row.upstream === upstream, now);
  return (
    <Page title={t('brands.title')} beside={brands.data && <StateCounts brands={brands.data} />}>
      <Loaded read={brands} height={260}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t('brands.none')} text={t('brands.noneText')} />
          ) : (
            <div className={css.grid}>
              {byUrgency(list).map((brand) => (
                <BrandCard key={brand.id} brand={brand} series={seriesFor(brand.id)} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}
