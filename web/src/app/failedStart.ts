import ar from '@/locales/ar/start.json';
import de from '@/locales/de/start.json';
import en from '@/locales/en/start.json';
import ru from '@/locales/ru/start.json';
import tr from '@/locales/tr/start.json';

/** Part of the entry, since nothing can be loaded any more. */
const texts: Record<string, typeof tr | undefined> = { tr, en, de, ru, ar };

/**
 * Says that the page could not be started, with a way to try again: brand, texts or a script could not be loaded, or
 * the page failed as a whole. Needs neither React nor styles of its own.
 */
export function showFailedStart(): void {
  const root = document.getElementById('root');
  if (!root) return;
  const { failed, retry } = texts[document.documentElement.lang] ?? tr;
  const screen = document.createElement('main');
  screen.className = 'shell-failed';
  screen.role = 'alert';
  const text = document.createElement('h1');
  text.textContent = failed;
  const button = document.createElement('button');
  button.textContent = retry;
  button.onclick = () => location.reload();
  screen.append(text, button);
  root.replaceChildren(screen);
}
