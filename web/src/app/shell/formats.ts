import { type Language } from '@/lib/i18n/language';
import { localeOf } from '@/lib/format/number';

/** The formats of a language, with which the server formats like `useFormat`. */
export interface LanguageFormats {
  group: string;
  decimal: string;
  /** What precedes and follows amounts with the sign of a currency, and the number of decimals. */
  money: Record<string, { before: string; after: string; decimals: number }>;
  /** Layouts of dates in Go's notation. */
  date: string;
  datetime: string;
  /** Morning and afternoon. */
  halves: [string, string];
  /** Texts of times to come by unit, by number or plural form. */
  relative: Record<string, Record<string, string>>;
  /** Texts of durations by unit and plural form. */
  units: Record<string, Record<string, string>>;
}

/** Returns the plural forms of a language. */
export const pluralsOf = (language: string) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories;

const units = ['day', 'hour', 'minute', 'second'] as const;
const layout: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {
  year: '2006',
  month: '01',
  day: '02',
  hour: '15',
  minute: '04',
  dayPeriod: 'PM',
};

/** Returns the texts of numbers, with # for the number and by plural form where they contain it. */
function textsOf(language: string, format: (value: number) => string): Record<string, string> {
  const rules = new Intl.PluralRules(language);
  const texts: Record<string, string> = {};
  for (let value = 0; value < 120; value++) {
    const text = format(value);
    if (!/\d/.test(text)) texts[value] = text;
    else texts[rules.select(value)] = text.replace(/\d+/, '#');
  }
  return texts;
}

export function formatsOf(language: Language): LanguageFormats {
  const locale = localeOf(language);
  const [group = '', decimal = ''] = new Intl.NumberFormat(locale)
    .format(12345.5)
    .replace(/\d/g, '');
  const layoutOf = (options: Intl.DateTimeFormatOptions) => {
    const parts = new Intl.DateTimeFormat(locale, options).formatToParts(0);
    const half = parts.some(({ type }) => type === 'dayPeriod');
    return parts
      .map(({ type, value }) => (half && type === 'hour' ? '03' : (layout[type] ?? value)))
      .join('');
  };
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const halfOf = (hour: number) =>
    new Intl.DateTimeFormat(locale, { hour: 'numeric', hour12: true, timeZone: 'UTC' })
      .formatToParts(hour * 3_600_000)
      .find(({ type }) => type === 'dayPeriod')?.value ?? '';
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const byUnit = (format: (unit: (typeof units)[number]) => (value: number) => string) =>
    Object.fromEntries(units.map((unit) => [unit, textsOf(language, format(unit))]));
  return {
    group,
    decimal,
    money: Object.fromEntries(
      Intl.supportedValuesOf('currency').map((currency) => {
        const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
        const text = new Intl.NumberFormat(locale, style).format(1);
        const [number = '', decimals = ''] = /1(?:\D(0+))?/.exec(text) ?? [];
        const [before = '', after = ''] = text.split(number);
        return [currency, { before, after, decimals: decimals.length }];
      }),
    ),
    date: layoutOf(day),
    datetime: layoutOf({ ...day, ...time }),
    halves: [halfOf(1), halfOf(13)],
    relative: byUnit((unit) => (value) => relative.format(value, unit)),
    units: byUnit((unit) => {
      const style = { style: 'unit', unit, unitDisplay: 'short' } as const;
      return new Intl.NumberFormat(locale, {
        ...style,
        minimumIntegerDigits: unit === 'day' ? 1 : 2,
      }).format;
    }),
  };
}
