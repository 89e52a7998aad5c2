import type { Page } from '@playwright/test';
import { expect, site, test } from './fixtures';
import { LoginPage } from './pages/login';
import { startCroupier } from './server';
import { texts } from './texts';

test.use({ serviceWorkers: 'allow' });

const words = texts('tr', 'updates');

/** Opens a page, and waits until the service worker controls it and the page listens to its updates. */
async function openControlled(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => page.evaluate(isListening)).toBe(true);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Runs in the page. */
const isListening = () =>
  navigator.serviceWorker.controller !== null &&
  performance.getEntriesByType('resource').some(({ name }) => /\/updates-[^/]*\.js$/.test(name));

/** The paths of everything that the service worker has stored. */
const storedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test('the service worker stores files, public pictures and the offline page: no page, no call @once', async ({
  page,
}) => {
  await openControlled(page, `${site()}/login`);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(`${site()}/`);
  await expect(page.getByRole('banner').getByText('2.500,00 TL')).toBeVisible();
  await page.goto(`${site()}/profile/deposit`);
  await expect(page.getByText('Yıldız Kart').first()).toBeVisible();

  await expect.poll(async () => (await storedPaths(page)).filter(isPicture)).not.toEqual([]);
  const paths = await storedPaths(page);
  expect(paths).toContain('/offline');
  expect(paths.filter((path) => !path.startsWith('/assets/') && !isPicture(path))).toEqual([
    '/offline',
  ]);
});

const isPicture = (path: string) => /^\/(brand|mock)\/.*\.(svg|png|webp|jpg)$/.test(path);

test('offline every page is the brand’s offline page, in the language of now, and comes back @once', async ({
  page,
}) => {
  const croupier = await startCroupier();
  const pera = `http://pera.localhost:${croupier.address.split(':').at(-1)}`;
  let stopped = false;
  try {
    await openControlled(page, pera);
    await croupier.stop();
    stopped = true;
    await page.goto(`${pera}/slot`);
    await expect(page.getByRole('img', { name: 'Pera' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'لا يوجد اتصال' })).toBeVisible();
    await page.evaluate(() => {
      document.cookie = 'language=tr; Path=/';
      document.cookie = 'mode=light; Path=/';
    });
    await page.getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Bağlantı yok' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-mode', 'light');
    await expect(page).toHaveURL(`${pera}/slot`);
  } finally {
    if (!stopped) await croupier.stop();
  }
});

test('a new version is offered, but never over unsent input', async ({ page }) => {
  const offer = page.getByText(words('ready'));
  await openControlled(page, `${site()}/forgot-password`);
  const input = page.getByRole('main').getByRole('textbox').first();
  await input.fill('half an add');
  // The same worker under another address is a new version to the browser.
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register('/sw.js?next');
    const isWaiting = () => registration.waiting !== null;
    while (!isWaiting()) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await expect(offer).toBeHidden();
  await expect(input).toHaveValue('half an add');

  await page.evaluate(() => Object.assign(window, { beforeUpdate: true }));
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(offer).toBeVisible();
  // Nothing reloads by itself.
  expect(await page.evaluate(() => 'beforeUpdate' in window)).toBe(true);
});
