import { useTranslation } from 'react-i18next';
import { IconChevronDown } from '@tabler/icons-react';
import { RecordPages } from '@/components/records/RecordPages';
import { ButtonLink } from '@/components/ui/Button/Button';
import { Badge, type Tone } from '@/components/ui/Chip/Chip';
import { DataList, type Column } from '@/components/ui/DataList/DataList';
import { Money } from '@/components/ui/Money/Money';
import { betHistoryDays } from '@/contracts/constants';
import { useBetframeGetCouponsPages } from '@/contracts/hooks/pages';
import type { Coupon, CouponStatus, Bonus } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import { useFilters } from '@/lib/page/useFilters';
import { paths } from '@/lib/paths/paths';
import { fetchAllPages, finishedBonuses, useFinishedBonuses } from '../api/history';
import { earliestDate, usePeriod } from '../hooks/usePeriod';
import { periodOfDays, endedWithin, endOf } from '../model/period';
import { ExportButton } from './ExportButton';
import { SelectFilter, PeriodSelect, Toolbar } from './Toolbar';
import { TitleCell, DateCell } from './TransactionTable';
import css from './CouponCard.module.css';

const statuses: CouponStatus[] = ['open', 'won', 'lost', 'void'];

/** Sports bets with their selections, by default of the last 30 days. */
export function BetHistory() {
  const { t } = useTranslation('history');
  const filters = useFilters<'status' | 'period'>();
  const status = statuses.find((known) => known === filters.get('status'));
  const { key, setKey, period } = usePeriod(filters, periodOfDays(betHistoryDays));
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
              { title: t('column.at'), value: (coupon) => coupon.created_at },
              { title: t('column.coupon'), value: (coupon) => coupon.couponID },
              { title: t('column.type'), value: (coupon) => t(`coupon.type.${coupon.type}`) },
              { title: t('column.status'), value: (coupon) => t(`coupon.status.${coupon.status}`) },
              { title: t('column.odds'), value: (coupon) => coupon.odds },
              { title: t('column.bet'), value: (coupon) => coupon.stake },
              { title: t('column.possible'), value: (coupon) => coupon.possibleWin },
              { title: t('column.win'), value: (coupon) => coupon.win },
              {
                title: t('column.picks'),
                value: (coupon) =>
                  coupon.events
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
          options={statuses.map((couponStatus) => ({
            value: couponStatus,
            label: t(`coupon.status.${couponStatus}`),
          }))}
          onChange={(next) => filters.set({ status: next })}
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

const tones: Record<CouponStatus, Tone> = {
  open: 'accent',
  won: 'positive',
  lost: 'negative',
  void: 'neutral',
};

/** A sports bet with expandable selections. */
function CouponCard({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation('history');
  const format = useFormat();
  const formatOdds = (value: number) =>
    format.number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const open = coupon.status === 'open';
  return (
    <details className={css.card}>
      <summary className={css.head}>
        <div>
          <p className={css.title}>
            {t(`coupon.type.${coupon.type}`)} · {t('coupon.picks', { count: coupon.events.length })}{' '}
            · <span className="visually-hidden">{t('column.odds')}</span> {formatOdds(coupon.odds)}
          </p>
          <p className={css.dim}>
            {format.date(coupon.created_at)} ·{' '}
            <span className="visually-hidden">{t('column.bet')}</span>
            <Money amount={coupon.stake} />
          </p>
        </div>
        <div className={css.facts}>
          <p className={css.title}>
            <span className="visually-hidden">{t(`column.${open ? 'possible' : 'win'}`)}</span>
            <Money amount={open ? coupon.possibleWin : coupon.win} />
          </p>
          <CouponBadge status={coupon.status} />
        </div>
        <IconChevronDown size={20} className={css.arrow} aria-hidden="true" />
      </summary>
      <ul className={css.events}>
        <li className={css.dim}>
          {t('column.coupon')} <bdi>{coupon.couponID}</bdi>
        </li>
        {coupon.events.map((event, index) => (
          <li key={index} className={css.event}>
            <div>
              <p className={css.match}>{event.match}</p>
              <p className={css.dim}>
                {event.market} · {event.pick} · {format.date(event.starts_at)}
              </p>
            </div>
            <span className={css.odd}>{formatOdds(event.odd)}</span>
            <CouponBadge status={event.status} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function CouponBadge({ status }: { status: CouponStatus }) {
  const { t } = useTranslation('history');
  return <Badge tone={tones[status]}>{t(`coupon.status.${status}`)}</Badge>;
}

/** The finished bonuses of a period. */
export function BonusHistory() {
  const { t } = useTranslation('history');
  const { key, setKey, period, now } = usePeriod(useFilters<'period'>(), 'all-times');
  const list = useFinishedBonuses(period, now);
  const columns: Column<Bonus>[] = [
    {
      title: t('column.bonus'),
      phone: 'title',
      cell: (row) => <TitleCell title={row.title} details={t('bonus.id', { id: row.bonusID })} />,
    },
    {
      title: t('column.ended'),
      cell: (row) => {
        const end = endOf(row, now);
        return end ? <DateCell date={end} /> : t('bonus.unknown');
      },
    },
    {
      title: t('column.wagered'),
      end: true,
      phone: 'labelled',
      cell: (row) => (
        <span>
          <Money amount={row.wager_done} /> / <Money amount={row.wager_required} />
        </span>
      ),
    },
    {
      title: t('column.amount'),
      end: true,
      phone: 'amount',
      cell: (row) => <Money amount={row.amount} />,
    },
  ];
  return (
    <>
      <Toolbar
        aside={
          <ExportButton
            name="bonuses"
            fetchRows={async () =>
              (await fetchAllPages('user/list_bonuses', finishedBonuses)).filter((bonus) =>
                endedWithin(bonus, period, now),
              )
            }
            columns={[
              { title: t('column.bonus'), value: (bonus) => bonus.title },
              { title: t('column.amount'), value: (bonus) => bonus.amount },
              { title: t('column.currency'), value: (bonus) => bonus.currency },
              { title: t('column.wagerDone'), value: (bonus) => bonus.wager_done },
              { title: t('column.wagerRequired'), value: (bonus) => bonus.wager_required },
              { title: t('column.ended'), value: (bonus) => endOf(bonus, now) ?? '' },
            ]}
          />
        }
      >
        <PeriodSelect value={key} onChange={setKey} />
        <ButtonLink size="small" variant="subtle" to={paths.profileBonuses.to()}>
          {t('bonus.current')}
        </ButtonLink>
      </Toolbar>
      <RecordPages list={list}>
        {(items) => (
          <DataList
            caption={t('kind.bonus')}
            columns={columns}
            items={items}
            keyOf={(row) => row.bonusID}
          />
        )}
      </RecordPages>
    </>
  );
}
