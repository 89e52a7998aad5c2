import type { Page } from '@playwright/test';
import { balance, brands, expect, logIn, site, test } from './fixtures';
import { Lobby } from './pages/lobby';
import { PlayPage } from './pages/play';
import { startCroupier } from './server';
import { texts } from './texts';

test.use({ serviceWorkers: 'allow' });

const words = texts('tr', 'updates');
const game = texts('tr', 'play');

/** Opens a page and waits until the service worker controls it and the page listens for updates. */
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

/** Returns the paths of all files that the service worker has stored. */
const storedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test('the service worker stores files, public pictures and the offline page: no page, no call', async ({
  page,
}) => {
  await logIn(page);
  await openControlled(page, `${site()}/`);
  await expect(balance(page)).toContainText('2.500,00 TL');
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

test('offline every page is the brand’s offline page, in the language of now, and comes back', async ({
  page,
}) => {
  const croupier = await startCroupier();
  const pera = site('pera', croupier.address);
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

/** Installs the worker at another address, which counts as a new version. Runs in the page. */
async function installNext(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js?next');
  while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Marks the document of a page. A reloaded page has no mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isOld: true }));
const isOld = (page: Page): Promise<boolean> => page.evaluate(() => 'isOld' in window);

const offer = (page: Page) => page.getByText(words('ready'));
async function accept(page: Page): Promise<void> {
  // The browser does not reload a page in the background.
  await page.bringToFront();
  await page.getByRole('button', { name: words('apply') }).click();
}
const goHome = (page: Page) => page.getByRole('banner').getByRole('link').first().click();

test('a new version replaces the page that accepts it at once, and no input of another one', async ({
  page,
  context,
}) => {
  await openControlled(page, site());
  await new Lobby(page).closePopup();
  const other = await context.newPage();
  await openControlled(other, `${site()}/forgot-password`);
  const input = other.getByRole('main').getByRole('textbox').first();
  await input.fill('half an add');
  for (const tab of [page, other]) await mark(tab);

  await page.evaluate(installNext);
  await expect(offer(page)).toBeVisible();
  await expect(offer(other)).toBeHidden();
  expect(await isOld(page)).toBe(true);
  await accept(page);
  await expect.poll(() => isOld(page).catch(() => true)).toBe(false);

  await expect(input).toHaveValue('half an add');
  await expect(offer(other)).toBeHidden();
  expect(await isOld(other)).toBe(true);
  await goHome(other);
  await expect(offer(other)).toBeVisible();
  expect(await isOld(other)).toBe(true);
  await accept(other);
  await expect.poll(() => isOld(other).catch(() => true)).toBe(false);
  // A page that was loaded later is not outdated.
  await expect(offer(page)).toBeHidden();
});

test('a new version waits for a game, also for one in the dock @all', async ({ page }) => {
  await logIn(page);
  await openControlled(page, `${site()}/slot`);
  const link = page.getByRole('main').locator('article a[href^="/play/slot/"]').first();
  const name = (await link.textContent()) ?? '';
  await link.click();
  const play = new PlayPage(page);
  await expect(play.spin).toBeEnabled();
  await page.evaluate(installNext);
  await play.back();
  const dock = page.getByRole('region', { name: game('dock.label', { name }) });
  await expect(dock).toBeVisible();
  await expect(offer(page)).toBeHidden();
  await dock.getByRole('button', { name: game('close', { name }) }).click();
  await expect(offer(page)).toBeVisible();
});

test('every brand can be installed, with its own name and icons @all', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  for (const brand of brands) {
    await page.goto(site(brand));
    await page.evaluate(() => navigator.serviceWorker.ready);
    const { data, errors } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // The browser of a test has a separate profile, as a private window has.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    expect((JSON.parse(data ?? '{}') as { name?: string }).name?.toLowerCase()).toContain(brand);
  }
});
