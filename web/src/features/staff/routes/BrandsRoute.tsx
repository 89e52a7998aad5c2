import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/ui/Button/Button';
import { staffPaths } from '@/lib/paths/staff';
import { useRights } from '../api/useLogin';
import { useStaff } from '../api/useStaff';
import { useSeries } from '../api/useSeries';
import { BrandCard } from '../components/BrandCard';
import { Page } from '../components/Page';
import { Empty, Loaded } from '../components/States';
import { StateCounts } from '../components/StateCounts';
import { byUrgency } from '../model/maintenance';
import { everyBrand } from '../model/rights';
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
