import type { MoneyOptions } from '@/lib/format/number';
import { useFormat } from '@/lib/format/useFormat';
import { classes } from '../classes';
import css from './Money.module.css';
import { useRolling } from './useRolling';

export interface MoneyProps extends MoneyOptions {
  /** Whole units of the brand's currency, at most two decimals; not known yet shows a dash. */
  amount: number | undefined;
  /** Shows gain or loss by colour and sign. */
  signed?: boolean;
  /** Rolls to a new amount instead of jumping. */
  rolling?: boolean;
  className?: string;
}

/** The one component for figures of money. */
export function Money({ amount, signed, rolling, compact, round, className }: MoneyProps) {
  const format = useFormat();
  const shown = useRolling(amount, rolling ?? false);
  if (shown === undefined) return <span className={classes(css.money, className)}>–</span>;
  const tone = signed && shown !== 0 ? (shown > 0 ? css.gain : css.loss) : undefined;
  const text = format.money(shown, { compact, round });
  return (
    <span className={classes(css.money, tone, className)}>
      {signed && shown > 0 ? `+${text}` : text}
    </span>
  );
}
