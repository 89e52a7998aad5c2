import type { Language } from '../i18n/language';
import { localeOf } from './locale';

const kept = new Map<string, Intl.NumberFormat>();

/** Making a formatter costs more than using it a thousand times. */
function formatter(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  const found = kept.get(key) ?? new Intl.NumberFormat(localeOf(language), options);
  kept.set(key, found);
  return found;
}

export interface MoneyOptions {
  /** Shortened (₺1,2 Mn) where space forces it. */
  compact?: boolean;
  /** Without the decimals when they are zero: limits and chips. */
  round?: boolean;
}

/** Money as the player reads it: `₺1.234,50`. `amount` in whole units, at most two decimals. */
export function formatMoney(
  amount: number,
  currency: string,
  language: Language,
  { compact = false, round = false }: MoneyOptions = {},
): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const whole = { ...style, maximumFractionDigits: 0 };
  if (compact) {
    const tenths = { minimumFractionDigits: 0, maximumFractionDigits: 1 };
    const short = formatter(language, { ...style, notation: 'compact', ...tenths });
    const shortened = short.formatToParts(amount).some(({ type }) => type === 'compact');
    // Not every language has a short thousand; its figures in full want no odd tenth behind them.
    return (shortened ? short : formatter(language, whole)).format(amount);
  }
  return formatter(language, round && Number.isInteger(amount) ? whole : style).format(amount);
}

/** A plain number in the language's grouping. */
export const formatNumber = (
  value: number,
  language: Language,
  options: Intl.NumberFormatOptions = {},
): string => formatter(language, options).format(value);
