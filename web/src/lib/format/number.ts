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
  /** Compact notation (1,2 Mn TL) for narrow places. */
  compact?: boolean;
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
  { compact = false, round = false }: MoneyOptions = {},
  format: MoneyFormat = 'code',
): string {
  const symbol = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const style: Intl.NumberFormatOptions =
    format === 'symbol' ? symbol : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const whole = { ...style, minimumFractionDigits: 0, maximumFractionDigits: 0 };
  const text = compact
    ? compacted(amount, language, style, whole)
    : formatter(language, round && Number.isInteger(amount) ? whole : style).format(amount);
  if (format === 'symbol') return text;
  const written = `${text}\u00a0${abbreviations[currency] ?? currency}`;
  // The compact notation of Arabic has a word of its own: 10 ألف TL is read from right to left.
  return /\p{Script=Arabic}/u.test(text)
    ? `\u2067${written}\u2069`
    : leftToRight(written, language);
}

/** Formats an amount in compact notation, with at most one decimal. */
function compacted(
  amount: number,
  language: Language,
  style: Intl.NumberFormatOptions,
  whole: Intl.NumberFormatOptions,
): string {
  const tenths = { minimumFractionDigits: 0, maximumFractionDigits: 1 };
  const short = formatter(language, { ...style, notation: 'compact', ...tenths });
  const shortened = short.formatToParts(amount).some(({ type }) => type === 'compact');
  // Some languages have no compact thousand: such amounts are formatted without decimals.
  return (shortened ? short : formatter(language, whole)).format(amount);
}

/** Formats a number in the language. */
export const formatNumber = (
  value: number,
  language: Language,
  options: Intl.NumberFormatOptions = {},
): string => formatter(language, options).format(value);
