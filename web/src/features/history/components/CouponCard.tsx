import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Badge, Money, type Tone } from '@/components/ui';
import type { Coupon, CouponStatus } from '@/contracts/types';
import { useFormat } from '@/lib/format';
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
  const isOpen = coupon.status === 'open';
  const facts = [
    { key: 'bet', value: <Money amount={coupon.stake} /> },
    { key: 'odds', value: formatOdds(coupon.odds) },
    {
      key: isOpen ? 'possible' : 'win',
      value: <Money amount={isOpen ? coupon.possibleWin : coupon.win} />,
    },
  ] as const;
  return (
    <details className={css.card}>
      <summary className={css.head}>
        <div>
          <p className={css.title}>
            {t(`coupon.type.${coupon.type}`)} · {t('coupon.picks', { count: coupon.events.length })}
            <CouponBadge status={coupon.status} />
          </p>
          <p className={css.dim}>
            <bdi>{coupon.couponID}</bdi> · {format.date(coupon.created_at)}
          </p>
        </div>
        <IconChevronDown size={20} className={css.arrow} aria-hidden="true" />
        <dl className={css.facts}>
          {facts.map(({ key, value }) => (
            <div key={key}>
              <dt>{t(`column.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </summary>
      <ul className={css.events}>
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
