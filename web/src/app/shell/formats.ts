import { localeOf } from '@/lib/format/number';
import type { Language } from '@/lib/i18n/language';

/**
 * The languages that a language pack can add to a brand. They are the common languages whose groups
 * of digits have three digits.
 */
export const packLanguages = (
  'az be bg bs ca cs da el es et fa fi fr he hr hu hy id it ja ka kk ko ky lt lv mk mn ms nb nl pl ' +
  'pt ro sk sl sq sr sv tg th tk uk ur uz vi zh'
).split(' ');

/** The formats of a language, with which the server formats like `useFormat` (shellformat.go). */
export interface LanguageFormats {
  /** The number 1 with the sign of a currency, by currency. In packs only for currencies with a sign. */
  money: Record<string, string>;
  /** 12345.5 */
  number: string;
  /** Set if numbers of four digits have no separator. */
  short?: true;
  /** The moment of Go's layouts, 2006-01-02 15:04, and the same before noon. */
  date: string;
  datetime: [morning: string, afternoon: string];
  /** The plural forms of 0 to 199. Those of larger numbers repeat the forms of 100 to 199. */
  plurals: string[];
}

/** Returns the plural forms of a language. */
export const pluralsOf = (language: string) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories;

const day = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const;

export function formatsOf(language: Language): LanguageFormats {
  const locale = localeOf(language);
  const dateTime = (hour: number) =>
    new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit' }).format(
      Date.UTC(2006, 0, 2, hour, 4),
    );
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
  const money = Intl.supportedValuesOf('currency').map((currency) => [
    currency,
    number({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(1),
  ]);
  const isPack = packLanguages.includes(language);
  return {
    money: Object.fromEntries(
      money.filter(([currency = '', text]) => !isPack || !text?.includes(currency)),
    ),
    ...(number({}).format(1234).length === 4 && { short: true }),
    number: number({}).format(12345.5),
    date: new Intl.DateTimeFormat(locale, day).format(Date.UTC(2006, 0, 2)),
    plurals: Array.from({ length: 200 }, (_, count) =>
      new Intl.PluralRules(language).select(count),
    ),
    datetime: [dateTime(dateTime(15).includes('15') ? 15 : 3), dateTime(15)],
  };
}
