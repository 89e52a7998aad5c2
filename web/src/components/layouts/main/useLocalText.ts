import type { LocalText } from '@/contracts/types';
import { defaultLanguage } from '@/lib/i18n/language';
import { useLanguage } from '@/lib/i18n/useLanguage';

/** Picks the present language's words of a text that came in several. */
export function useLocalText(): (text: LocalText) => string {
  const { language } = useLanguage();
  return (text) => text[language] ?? text[defaultLanguage] ?? Object.values(text)[0] ?? '';
}
