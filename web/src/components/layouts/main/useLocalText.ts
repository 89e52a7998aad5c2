import type { LocalText } from '@/contracts/types';
import { defaultLanguage } from '@/lib/i18n/language';
import { useLanguage } from '@/lib/i18n/useLanguage';

/** Returns a function that selects the current language of a localised text. */
export function useLocalText(): (text: LocalText) => string {
  const { language } = useLanguage();
  return (text) => text[language] ?? text[defaultLanguage] ?? Object.values(text)[0] ?? '';
}
