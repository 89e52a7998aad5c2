import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordPages } from '@/components/records/RecordPages';
import { betHistoryDays } from '@/contracts/constants';
import { useBetframeGetCouponsPages } from '@/contracts/hooks/betframe';
import type { CouponStatus } from '@/contracts/types';
import { fetchAllPages } from '../api/fetchAllPages';
import { CouponCard } from './CouponCard';
import css from './CouponCard.module.css';
import { ExportButton } from './ExportButton';
import { periodOfDays } from '../model/period';
import { SelectFilter, PeriodSelect, Toolbar } from './Toolbar';
import { earliestDate, usePeriod } from '../hooks/usePeriod';

const statuses: CouponStatus[] = ['open', 'won', 'lost', 'void'];

/** Sports bets with their selections; the last 30 days by default (spec §9). */
export function BetHistory() {
  const { t } = useTranslation('history');
  const [status, setStatus] = useState<CouponStatus>();
  const { key, setKey, period } = usePeriod(periodOfDays(betHistoryDays));
  const filter = { startDate: earliestDate, ...period, status };
  const list = useBetframeGetCouponsPages(filter);
  return (
    <>
      <Toolbar
        aside={
          <ExportButton
            name="bets"
            fetchRows={() => fetchAllPages('betframe/getCoupons', filter)}
            columns={[
              { title: t('column.at'), value: (it) => it.created_at },
              { title: t('column.coupon'), value: (it) => it.couponID },
              { title: t('column.type'), value: (it) => t(`coupon.type.${it.type}`) },
              { title: t('column.status'), value: (it) => t(`coupon.status.${it.status}`) },
              { title: t('column.odds'), value: (it) => it.odds },
              { title: t('column.bet'), value: (it) => it.stake },
              { title: t('column.possible'), value: (it) => it.possibleWin },
              { title: t('column.win'), value: (it) => it.win },
              {
                title: t('column.picks'),
                value: (it) =>
                  it.events
                    .map(({ match, market, pick }) => `${match} · ${market} · ${pick}`)
                    .join(' | '),
              },
            ]}
          />
        }
      >
        <PeriodSelect value={key} onChange={setKey} />
        <SelectFilter
          label={t('column.status')}
          emptyLabel={t('status.all')}
          value={status}
          options={statuses.map((it) => ({ value: it, label: t(`coupon.status.${it}`) }))}
          onChange={setStatus}
        />
      </Toolbar>
      <RecordPages list={list}>
        {(items) => (
          <ul className={css.list} aria-label={t('kind.bets')}>
            {items.map((coupon) => (
              <li key={coupon.couponID}>
                <CouponCard coupon={coupon} />
              </li>
            ))}
          </ul>
        )}
      </RecordPages>
    </>
  );
}
