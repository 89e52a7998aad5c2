import { useTranslation } from 'react-i18next';
import { defaultLanguage as contractDefault, languageCodeLength } from '@/contracts/constants';
import type { BrandTexts, LocalText } from '@/contracts/types';
import { bootstrap } from '../bootstrap/bootstrap';
import { writeCookie } from '../storage/storedValue';
import { stored } from '../storage/stored';

/** The languages of the site's texts. A brand can add others with texts of its own. */
export const languages = ['tr', 'en', 'de', 'ru', 'ar'] as const;

/** A language of the site or of the brand. */
export type Language = string;

/** The languages of the console's texts, in the namespaces that begin with "staff". */
export const staffLanguages = ['tr', 'en'] as const;
export type StaffLanguage = (typeof staffLanguages)[number];

/** The default language. */
const defaultLanguage: Language = contractDefault;

const rightToLeft = new Set<Language>(['ar', 'fa', 'he', 'ur']);

/** Returns the texts of the brand in a language, which replace or complete those of the site. */
export const textsOf = (language: string): BrandTexts | undefined => bootstrap().texts?.[language];

/** Returns whether there are texts in a language, in the site or in a language pack of the brand. */
export const isLanguage = (value: unknown): value is Language =>
  (languages as readonly unknown[]).includes(value) ||
  (typeof value === 'string' && textsOf(value)?.fallback !== undefined);

/** Returns the text direction of a language. */
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  rightToLeft.has(language) ? 'rtl' : 'ltr';

/**
 * Returns the initial language. This is the stored language if the brand offers it, or else Turkish
 * if the brand offers it. Without a stored language it is the language of the served page.
 */
export function startLanguage(offered: readonly string[], served: string): Language {
  const chosen = stored.get('language');
  const candidates = [
    chosen?.length === languageCodeLength ? chosen : undefined,
    chosen === undefined ? undefined : defaultLanguage,
    served,
    offered[0],
  ];
  return (
    candidates.find(
      (candidate): candidate is Language => isLanguage(candidate) && offered.includes(candidate),
    ) ?? defaultLanguage
  );
}

let current: Language = defaultLanguage;

/** Returns the current language. */
export const currentLanguage = (): Language => current;

/** Sets the document's language and direction without storing the language. */
export function showLanguage(language: Language): void {
  current = language;
  const { documentElement } = document;
  // Browsers compute all styles again even if the language stays the same.
  if (documentElement.lang === language) return;
  documentElement.lang = language;
  documentElement.dir = directionOf(language);
}

/** Sets the document's language and direction, and stores the language and the server's cookie. */
export function applyLanguage(language: Language): void {
  showLanguage(language);
  stored.set('language', language);
  writeCookie('language', language);
}

/** Returns the current language and its direction, and renders again when it changes. */
export function useLanguage(): { language: Language; direction: 'ltr' | 'rtl' } {
  const { i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : defaultLanguage;
  return { language, direction: directionOf(language) };
}

/** Returns a function that picks the current language of a localised text. */
export function useLocalText(): (text: LocalText) => string {
  const { language } = useLanguage();
  const candidates = [language, textsOf(language)?.fallback ?? defaultLanguage, defaultLanguage];
  return (text) =>
    candidates.map((name) => text[name]).find((found) => found !== undefined) ??
    Object.values(text)[0] ??
    '';
}
