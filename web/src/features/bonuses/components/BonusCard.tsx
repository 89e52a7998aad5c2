import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import motion from '@/components/bonuses/claimed.module.css';
import { Html } from '@/components/html/Html';
import { Money } from '@/components/ui/Money/Money';
import { classes } from '@/components/ui/classes';
import type { Bonus } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import css from './BonusCard.module.css';
import { Wagering } from './Wagering';

export interface BonusCardProps {
  bonus: Bonus;
  /** It was claimed just now: the card lights up once. */
  claimed?: boolean;
  /** The action on the bonus. */
  action?: ReactNode;
}

/** A bonus with its amount, wagering progress and expiry. */
export function BonusCard({ bonus, claimed, action }: BonusCardProps) {
  const { t } = useTranslation('bonuses');
  const format = useFormat();
  const { status, expires_at: expires } = bonus;
  return (
    <article
      className={classes(
        css.card,
        status === 'finished' && css.finished,
        claimed && motion.claimed,
      )}
    >
      <div className={css.head}>
        <h2 className={css.title}>{bonus.title}</h2>
        <Money className={classes(css.amount, motion.amount)} amount={bonus.amount} round />
      </div>
      <Html className={css.text} html={bonus.html} small />
      {status === 'available' ? (
        <p className={css.condition}>
          {t('wager.condition', { amount: format.money(bonus.wager_required, { round: true }) })}
        </p>
      ) : (
        <Wagering done={bonus.wager_done} required={bonus.wager_required} />
      )}
      <div className={css.footer}>
        <span className={css.expires}>
          {expires === null
            ? t('expires.never')
            : t(status === 'finished' ? 'expires.was' : 'expires.at', {
                date: format.date(expires, 'date-time'),
              })}
        </span>
        {action}
      </div>
    </article>
  );
}
