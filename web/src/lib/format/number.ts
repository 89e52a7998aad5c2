import type { Language } from '../i18n/language';
import { localeOf } from './locale';

const formatters = new Map<string, Intl.NumberFormat>();

/** Returns a cached formatter: creating one costs more than a thousand uses. */
function formatter(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  const found = formatters.get(key) ?? new Intl.NumberFormat(localeOf(language), options);
  formatters.set(key, found);
  return found;
}

export interface MoneyOptions {
  /** Compact notation (₺1,2 Mn) for narrow places. */
  compact?: boolean;
  /** Omit the decimals when they are zero: limits and chips. */
  round?: boolean;
}

/** Formats money: `₺1.234,50`. `amount` is in currency units with at most two decimals. */
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
    // Some languages have no compact thousand: such amounts are formatted without decimals.
    return (shortened ? short : formatter(language, whole)).format(amount);
  }
  return formatter(language, round && Number.isInteger(amount) ? whole : style).format(amount);
}

/** Formats a number in the language. */
export const formatNumber = (
  value: number,
  language: Language,
  options: Intl.NumberFormatOptions = {},
): string => formatter(language, options).format(value);
