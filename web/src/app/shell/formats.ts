import { localeOf } from '@/lib/format/number';
import type { Language } from '@/lib/i18n/language';

/** The texts of a number: with # in place of it by plural form, or by number. */
type Texts = Record<string, string>;

/** The formats of a language, with which the server formats like `useFormat` (shellformat.go). */
export interface LanguageFormats {
  /** The number 1 with the sign of a currency, by currency. */
  money: Texts;
  /** 12345.5 */
  number: string;
  /** The moment of Go's layouts, 2006-01-02 15:04, and the same before noon. */
  date: string;
  datetime: [morning: string, afternoon: string];
  /** The texts of a time to come and of a duration, by unit. */
  relative: Record<string, Texts>;
  units: Record<string, Texts>;
}

/** Returns the plural forms of a language. */
export const pluralsOf = (language: string) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories;

const units = ['day', 'hour', 'minute', 'second'] as const;
const day = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const;

export function formatsOf(language: Language): LanguageFormats {
  const locale = localeOf(language);
  const plurals = new Intl.PluralRules(language);
  const textsOf = (format: (value: number) => string) =>
    Object.fromEntries(
      Array.from({ length: 120 }, (_, value) => {
        const text = format(value);
        return /\d/.test(text)
          ? [plurals.select(value), text.replace(/\d+/, '#')]
          : [String(value), text];
      }),
    );
  const byUnit = (format: (value: number, unit: (typeof units)[number]) => string) =>
    Object.fromEntries(units.map((unit) => [unit, textsOf((value) => format(value, unit))]));
  const dateTime = (hour: number) =>
    new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit' }).format(
      Date.UTC(2006, 0, 2, hour, 4),
    );
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
  return {
    money: Object.fromEntries(
      Intl.supportedValuesOf('currency').map((currency) => [
        currency,
        number({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(1),
      ]),
    ),
    number: number({}).format(12345.5),
    date: new Intl.DateTimeFormat(locale, day).format(Date.UTC(2006, 0, 2)),
    datetime: [dateTime(dateTime(15).includes('15') ? 15 : 3), dateTime(15)],
    relative: byUnit((value, unit) => relative.format(value, unit)),
    units: byUnit((value, unit) =>
      number({ style: 'unit', unit, unitDisplay: 'short' }).format(value),
    ),
  };
}
