import { changeLanguage } from '@/lib/i18n/i18n';
import { showLanguage, staffLanguages, type StaffLanguage } from '@/lib/i18n/language';
import { createStoredValue } from '@/lib/storage/storedValue';

/** The colour mode of the staff console: the system's or a selected one. */
type Look = 'system' | 'light' | 'dark';
export const looks = ['system', 'light', 'dark'] as const;

export const look = createStoredValue<Look>('console-look', {
  parse: (json) => looks.find((item) => item === json) ?? 'system',
});

const language = createStoredValue<StaffLanguage | undefined>('console-language', {
  parse: (json) => staffLanguages.find((item) => item === json),
});

/** Returns the initial language: the selected one, Turkish for a Turkish browser, or English. */
export function startLanguage(
  preferred: readonly string[] = [...navigator.languages, document.documentElement.lang],
): StaffLanguage {
  const turkish = preferred[0]?.toLowerCase().startsWith('tr');
  return language.get() ?? (turkish ? 'tr' : 'en');
}

/** Changes the staff console's language, but not the player site's language. */
export async function setLanguage(next: StaffLanguage): Promise<void> {
  language.set(next);
  await changeLanguage(next, showLanguage);
}

const darkSystem = () => matchMedia('(prefers-color-scheme: dark)');

/** Applies the colour mode to the page and follows changes. Returns a function that stops it. */
export function followLook(): () => void {
  const system = darkSystem();
  const apply = () => {
    const chosen = look.get();
    const mode = chosen === 'system' ? (system.matches ? 'dark' : 'light') : chosen;
    document.documentElement.dataset.mode = mode;
  };
  apply();
  const unsubscribe = look.subscribe(apply);
  system.addEventListener('change', apply);
  return () => {
    unsubscribe();
    system.removeEventListener('change', apply);
  };
}
