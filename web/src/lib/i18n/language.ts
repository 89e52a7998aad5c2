import { defaultLanguage as contractDefault, languageCodeLength } from '@/contracts/constants';
import { writeCookie } from '../storage/cookie';
import { stored } from '../storage/stored';

/** The languages the site has texts in; which of them a brand offers says its bootstrap. */
export const languages = ['tr', 'en', 'de', 'ru', 'ar'] as const;
export type Language = (typeof languages)[number];

/** The language where none is chosen (spec §9). */
export const defaultLanguage: Language = contractDefault;

const rightToLeft = new Set<Language>(['ar']);

export const isLanguage = (value: unknown): value is Language =>
  (languages as readonly unknown[]).includes(value);

export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  rightToLeft.has(language) ? 'rtl' : 'ltr';

/**
 * The language to start in: the stored one when it has exactly two characters and the brand offers it
 * (spec §4), else the one the page was served in, else Turkish.
 */
export function startLanguage(offered: readonly string[], served: string): Language {
  const kept = stored.get('language');
  const wanted = [kept?.length === languageCodeLength ? kept : undefined, served, offered[0]];
  return (
    wanted.find((it): it is Language => isLanguage(it) && offered.includes(it)) ?? defaultLanguage
  );
}

let current: Language = defaultLanguage;

/** The language the site speaks now. */
export const currentLanguage = (): Language => current;

/** Makes `language` the page's: document language and direction, storage and the server's cookie. */
export function applyLanguage(language: Language): void {
  current = language;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  stored.set('language', language);
  writeCookie('language', language);
}
