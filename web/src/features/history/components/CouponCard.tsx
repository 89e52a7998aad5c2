import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Badge, type Tone } from '@/components/ui/Chip/Chip';
import { Money } from '@/components/ui/Money/Money';
import type { Coupon, CouponStatus } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import css from './CouponCard.module.css';

const tones: Record<CouponStatus, Tone> = {
  open: 'accent',
  won: 'positive',
  lost: 'negative',
  void: 'neutral',
};

/** A sports bet with expandable selections. */
export function CouponCard({ coupon }: { coupon: Coupon }) {
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
