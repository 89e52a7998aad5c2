import type { Bootstrap } from '@/contracts/types';
import { directionOf, type Language } from '../i18n/language';
import { localeOf } from './locale';

const formatters = new Map<string, Intl.NumberFormat>();

/** Returns a cached formatter: creating one costs more than a thousand uses. */
function formatter(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  const found = formatters.get(key) ?? new Intl.NumberFormat(localeOf(language), options);
  formatters.set(key, found);
  return found;
}

/** How a brand writes amounts: `code` 1.234,50 TL, `symbol` ₺1.234,50. */
export type MoneyFormat = Bootstrap['formats']['money'];

export interface MoneyOptions {
  /** Omit the decimals when they are zero: limits and chips. */
  round?: boolean;
}

/** What people write instead of the code of ISO 4217 (spec §1: currency is shown as TL). */
const abbreviations: Record<string, string> = { TRY: 'TL' };

/**
 * Isolates a text that is read from left to right, so that the Arabic text around it moves neither its sign nor its
 * currency.
 */
export const leftToRight = (text: string, language: Language): string =>
  directionOf(language) === 'rtl' ? `\u2066${text}\u2069` : text;

/** Formats money: `1.234,50 TL`, or `₺1.234,50`. `amount` is in currency units with at most two decimals. */
export function formatMoney(
  amount: number,
  currency: string,
  language: Language,
  { round = false }: MoneyOptions = {},
  format: MoneyFormat = 'code',
): string {
  const symbol = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const style: Intl.NumberFormatOptions =
    format === 'symbol' ? symbol : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const whole = { ...style, minimumFractionDigits: 0, maximumFractionDigits: 0 };
  const text = formatter(language, round && Number.isInteger(amount) ? whole : style).format(
    amount,
  );
  if (format === 'symbol') return text;
  return leftToRight(`${text}\u00a0${abbreviations[currency] ?? currency}`, language);
}

/** Formats a number in the language. */
export const formatNumber = (
  value: number,
  language: Language,
  options: Intl.NumberFormatOptions = {},
): string => formatter(language, options).format(value);
