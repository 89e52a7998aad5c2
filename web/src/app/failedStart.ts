import ar from '@/locales/ar/start.json';
import de from '@/locales/de/start.json';
import en from '@/locales/en/start.json';
import ru from '@/locales/ru/start.json';
import tr from '@/locales/tr/start.json';

/** Part of the entry chunk, because no other file may load after a failed start. */
const texts: Record<string, typeof tr | undefined> = { tr, en, de, ru, ar };

/**
 * Shows that the page could not start, with a button to retry. It is for missing brand, texts or
 * scripts, or a failed page. It needs neither React nor style sheets.
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
