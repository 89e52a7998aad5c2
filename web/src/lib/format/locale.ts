import type { Language } from '../i18n/language';

const locales: Record<Language, string> = {
  tr: 'tr-TR',
  en: 'en-GB',
  de: 'de-DE',
  ru: 'ru-RU',
  // Latin digits: stakes and balances must read the same in every language.
  ar: 'ar-u-nu-latn',
};

/** The locale by which Intl writes for a language. */
export const localeOf = (language: Language): string => locales[language];
