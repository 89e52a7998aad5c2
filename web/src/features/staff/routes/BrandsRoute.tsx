import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/ui/Button/Button';
import { staffPaths } from '@/lib/paths/staff';
import { useStaff } from '../api/client';
import { useSeries } from '../api/history';
import { useRights } from '../api/login';
import { BrandCard, StateCounts } from '../components/Brands';
import { Page, Empty, Loaded } from '../components/Page';
import { everyBrand } from '../model/accounts';
import { byUrgency } from '../model/maintenance';
import css from '../components/Brands.module.css';

const minuteMs = 60_000;

/** A summary of the brands, the most urgent first. */
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
