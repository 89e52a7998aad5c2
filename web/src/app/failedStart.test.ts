import { expect, it, vi } from 'vitest';
import { showFailedStart } from './failedStart';

it.each([
  ['tr', 'Sayfa açılamadı. Bağlantınızı kontrol edin.', 'Yeniden dene'],
  ['ar', 'تعذّر فتح الصفحة. يُرجى التحقق من اتصالك.', 'إعادة المحاولة'],
  ['xx', 'Sayfa açılamadı. Bağlantınızı kontrol edin.', 'Yeniden dene'],
])('says in %s that the page could not be opened, and tries again', (lang, title, retry) => {
  document.documentElement.lang = lang;
  document.body.innerHTML = '<div id="root"><div class="shell"></div></div>';
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  showFailedStart();
  const screen = document.querySelector('#root > [role=alert]')!;
  expect(screen.querySelector('h1')?.textContent).toBe(title);
  const button = screen.querySelector('button')!;
  expect(button.textContent).toBe(retry);
  button.click();
  expect(reload).toHaveBeenCalledOnce();
  document.documentElement.lang = 'tr';
});
