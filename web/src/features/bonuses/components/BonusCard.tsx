import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import motion from '@/components/bonuses/claimed.module.css';
import { Html } from '@/components/html/Html';
import { Money } from '@/components/ui/Money/Money';
import { classes } from '@/components/ui/classes';
import type { Bonus } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import css from './BonusCard.module.css';

interface BonusCardProps {
  bonus: Bonus;
  /** The player has just claimed it. The card lights up one time. */
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

interface WageringProps {
  /** The stakes so far and the required stakes, in whole currency units. */
  done: number;
  required: number;
}

/** The wagering progress of a bonus. */
function Wagering({ done, required }: WageringProps) {
  const { t } = useTranslation('bonuses');
  const format = useFormat();
  const progress = required > 0 ? Math.min(1, done / required) : 1;
  const percent = format.number(progress, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <div className={css.wagering}>
      <div className={css.label}>
        <span>{t('wager.title')}</span>
        <strong>{percent}</strong>
      </div>
      <div
        className={css.bar}
        role="progressbar"
        aria-label={t('wager.title')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(progress * 100)}
      >
        <div className={css.done} style={{ inlineSize: `${progress * 100}%` }} />
      </div>
      <p className={css.amounts}>
        {t('wager.of', {
          done: format.money(done, { round: true }),
          required: format.money(required, { round: true }),
        })}
      </p>
    </div>
  );
}
