import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/format/useFormat';
import css from './Wagering.module.css';

export interface WageringProps {
  /** The stakes so far and the required stakes, in whole currency units. */
  done: number;
  required: number;
}

/** The wagering progress of a bonus. */
export function Wagering({ done, required }: WageringProps) {
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
