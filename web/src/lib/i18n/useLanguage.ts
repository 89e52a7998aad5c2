import { useTranslation } from 'react-i18next';
import { defaultLanguage, directionOf, isLanguage, type Language } from './language';

/** Returns the current language and its direction, and renders again when it changes. */
export function useLanguage(): { language: Language; direction: 'ltr' | 'rtl' } {
  const { i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : defaultLanguage;
  return { language, direction: directionOf(language) };
}
