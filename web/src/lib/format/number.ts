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
  return formatter(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(compact && { notation: 'compact', maximumFractionDigits: 1 }),
    ...(round && Number.isInteger(amount) && { maximumFractionDigits: 0 }),
  }).format(amount);
}

/** A plain number in the language's grouping. */
export const formatNumber = (
  value: number,
  language: Language,
  options: Intl.NumberFormatOptions = {},
): string => formatter(language, options).format(value);
