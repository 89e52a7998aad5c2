import type { MoneyOptions } from '@/lib/format/number';
import { useFormat } from '@/lib/format/useFormat';
import { classes } from '../classes';
import css from './Money.module.css';
import { useAnimatedNumber } from './useAnimatedNumber';

export interface MoneyProps extends MoneyOptions {
  /** In units of the brand's currency with up to two decimals. Undefined shows a dash. */
  amount: number | undefined;
  /** Shows the sign, and gain or loss by colour. */
  signed?: boolean;
  /** Strikes the amount out, as neither gain nor loss, because it has not moved. */
  undone?: boolean;
  /** Animates the change to a new amount. */
  animated?: boolean;
  className?: string;
}

/** An amount of money. Every amount on the site uses this component. */
export function Money({ amount, signed, undone, animated, round, className }: MoneyProps) {
  const format = useFormat();
  const shown = useAnimatedNumber(amount, animated ?? false);
  if (shown === undefined) return <span className={classes(css.money, className)}>–</span>;
  const gain = shown > 0 ? css.gain : css.loss;
  const tone = undone ? css.undone : signed && shown !== 0 ? gain : undefined;
  const text = format.money(shown, { round });
  return (
    <span className={classes(css.money, tone, className)}>
      {signed && shown > 0 ? `+${text}` : text}
    </span>
  );
}
