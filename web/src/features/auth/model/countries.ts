import { localeOf } from '@/lib/format/number';
import type { Language } from '@/lib/i18n/language';

/** Region codes that browsers know but that are not countries. */
const nonCountries = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

interface Country {
  /** ISO 3166 alpha-2 code. */
  value: string;
  label: string;
}

/** Returns all countries with their names in a language, Turkey first. */
export function countries(language: Language): Country[] {
  const names = new Intl.DisplayNames(localeOf(language), { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const found = codes.flatMap((value) => {
    const label = nonCountries.has(value) || !isCurrent(value) ? undefined : names.of(value);
    return label ? [{ value, label }] : [];
  });
  const { compare } = new Intl.Collator(localeOf(language));
  const rank = (country: Country) => Number(country.value !== 'TR');
  return found.sort((a, b) => rank(a) - rank(b) || compare(a.label, b.label));
}

/** Reports whether a country code is current. Intl.Locale replaces obsolete codes. */
const isCurrent = (code: string) => new Intl.Locale(`und-${code}`).region === code;
