import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '@/components/ui/Field/Field';
import { useNow } from '@/lib/clock';
import { useStaff } from '../api/client';
import { Page, Empty, Loaded } from '../components/Page';
import { TrafficBrand } from '../components/Traffic';
import { everyBrand } from '../model/accounts';
import { hourMinutes } from '../model/traffic';
import css from '../components/Traffic.module.css';

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
