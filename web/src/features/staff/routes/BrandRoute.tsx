import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ButtonLink } from '@/components/ui/Button/Button';
import { Panel } from '@/components/ui/Panel/Panel';
import { staffPaths } from '@/lib/paths/staff';
import { useStaff } from '../api/client';
import { useSeries } from '../api/history';
import { useRights } from '../api/login';
import { Breakers, UpstreamRow } from '../components/Brands';
import { BypassLinks, Detected, StateFacts } from '../components/Maintenance';
import { Page, Empty, Loaded } from '../components/Page';
import { StateTag } from '../components/Values';
import { Windows } from '../components/Windows';
import css from '../components/Brands.module.css';
import form from '../components/Form.module.css';

const minuteMs = 60_000;

/** One brand: its state, its windows and switches, bypass links, upstreams. */
export function BrandRoute() {
  const { t } = useTranslation('staff');
  const { brand: id = '' } = useParams();
  const { may } = useRights();
  const brands = useStaff('/brands', {}, { pollIntervalMs: minuteMs });
  const seriesOf = useSeries();
  const brand = brands.data?.find((item) => item.id === id);
  return (
    <Page
      title={brand?.name ?? id}
      beside={brand && <StateTag brand={brand} />}
      lead={brand?.hosts.join(', ')}
      actions={
        may('support', id) && (
          <ButtonLink size="small" variant="danger" to={staffPaths.close.to({ brand: id })}>
            {t('close.action')}
          </ButtonLink>
        )
      }
    >
      <Loaded read={brands} height={320}>
        {() =>
          brand ? (
            <div className={css.columns}>
              <div className={css.column}>
                <Panel dense title={t('state.title')}>
                  {brand.maintenance.state === 'open' ? (
                    <p className={form.dim}>{t('state.openText')}</p>
                  ) : (
                    <StateFacts state={brand.maintenance} />
                  )}
                  <Detected state={brand.maintenance} />
                </Panel>
                <Windows state={brand.maintenance} />
                <BypassLinks brand={brand.id} />
              </div>
              <div className={css.column}>
                {brand.upstreams.map((upstream) => (
                  <Panel dense key={upstream.name} title={t('upstreams.one')}>
                    <UpstreamRow upstream={upstream} series={seriesOf(brand.id, upstream.name)} />
                    <Breakers brand={brand.id} upstream={upstream} />
                  </Panel>
                ))}
              </div>
            </div>
          ) : (
            <Empty title={t('brands.unknown')} text={t('brands.unknownText', { brand: id })} />
          )
        }
      </Loaded>
    </Page>
  );
}
