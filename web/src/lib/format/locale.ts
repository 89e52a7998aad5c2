import type { Language } from '../i18n/language';

const locales: Record<Language, string> = {
  tr: 'tr-TR',
  en: 'en-GB',
  de: 'de-DE',
  ru: 'ru-RU',
  // Latin digits, so that amounts look the same in every language.
  ar: 'ar-u-nu-latn',
};

/** Returns the Intl locale of a language. */
export const localeOf = (language: Language): string => locales[language];
