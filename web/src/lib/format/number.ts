import type { Bootstrap } from '@/contracts/types';
import { directionOf, type Language } from '../i18n/language';

const locales: Record<string, string> = {
  tr: 'tr-TR',
  en: 'en-GB',
  de: 'de-DE',
  ru: 'ru-RU',
  // Uses Latin digits, so amounts look the same in every language.
  ar: 'ar-u-nu-latn',
};

/** Returns the Intl locale of a language. Languages of packs have Latin digits and dates as ours. */
export const localeOf = (language: Language): string =>
  locales[language] ?? `${language}-u-ca-gregory-nu-latn`;

const formatters = new Map<string, Intl.NumberFormat>();

/** Returns a cached formatter. Creating a formatter costs more than a thousand uses. */
function formatter(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  const found = formatters.get(key) ?? new Intl.NumberFormat(localeOf(language), options);
  formatters.set(key, found);
  return found;
}

/** A brand's money format: `code` is 1.234,50 TL, `symbol` is ₺1.234,50. */
type MoneyFormat = Bootstrap['formats']['money'];

export interface MoneyOptions {
  /** Omits zero decimals, for limits and chips. */
  round?: boolean;
}

/**
 * Common abbreviations that replace ISO 4217 codes. `currencyDisplay: 'code'` of Intl writes TRY,
 * at a place that depends on the language.
 */
const abbreviations: Record<string, string> = { TRY: 'TL' };

/** Isolates a left-to-right text, so Arabic text around it does not move its sign or currency. */
export const leftToRight = (text: string, language: Language): string =>
  directionOf(language) === 'rtl' ? `\u2066${text}\u2069` : text;

/** Formats money as `1.234,50 TL` or `₺1.234,50`. `amount` has two decimals at most. */
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

/** Replaces Arabic, Persian and full-width digits in a text with Latin digits. */
export const latinDigits = (text: string): string =>
  // The last four bits of these characters are the digit.
  text.replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 15));

/** Replaces typed or pasted digits in one-line fields with Latin digits, except in passwords. */
export function watchDigits(): void {
  const replaceDigits = (event: Event) => {
    const field = event.target;
    // An input method still edits this text.
    if (!(field instanceof HTMLInputElement) || (event as InputEvent).isComposing) return;
    const text = latinDigits(field.value);
    if (field.type === 'password' || text === field.value) return;
    const { selectionStart: caret } = field;
    // React would miss the change after `field.value = text`.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    if (caret !== null) field.setSelectionRange(caret, caret);
    if (event.type !== 'input') field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  for (const type of ['input', 'compositionend']) addEventListener(type, replaceDigits, true);
}
