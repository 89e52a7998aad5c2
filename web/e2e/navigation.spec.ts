import { defineConfig, type Page } from '@playwright/test';
import config from '../playwright.config';
import { balance, expect, logIn, main, openOrigin, site, test } from './fixtures';
import { control } from './mock';
import { LoginPage } from './pages/login';

// The headless shell has no back/forward cache, and Playwright disables it in Chromium.
test.use({
  launchOptions: {
    ...defineConfig(config).use?.launchOptions,
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

const started = (page: Page) =>
  expect(page.locator('#root')).toHaveAttribute('data-started', '', { timeout: 60_000 });

/** Removes the scripts of the site from a page, as before its first use. */
const withoutScripts = (page: Page, address: string) =>
  page.route(address, async (route) => {
    const { host, pathname } = new URL(address);
    const url = `http://${process.env.CROUPIER_ADDRESS}${pathname}`; // Node.js cannot resolve the host
    const response = await route.fetch({ url, headers: { ...route.request().headers(), host } });
    const scripts = /<script type="module"[^>]*><\/script>|<link data-start[^>]*>/g;
    await route.fulfill({ response, body: (await response.text()).replace(scripts, '') });
  });

/** Leaves a page by a page load, does a task there, and goes back. */
async function leaveAndReturn(page: Page, task?: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { isRestored: false });
    addEventListener('pageshow', ({ persisted }) =>
      Object.assign(window, { isRestored: persisted }),
    );
  });
  await openOrigin(page);
  await task?.();
  await page.evaluate(() => setTimeout(() => history.back()));
  await expect(page).not.toHaveURL(/healthz/);
}

/** Returns whether the page is from the back/forward cache, with its scripts and its state. */
const isRestored = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'isRestored' in window && window.isRestored === true);

const reasons = (page: Page) =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return JSON.stringify(entry && 'notRestoredReasons' in entry && entry.notRestoredReasons);
  });

test('back restores the pages of a guest, before and after their scripts run, with new data', async ({
  page,
}) => {
  await withoutScripts(page, `${site()}/`);
  await page.goto(site());
  await leaveAndReturn(page);
  await expect.poll(() => isRestored(page), await reasons(page)).toBe(true);
  await page.unrouteAll();

  let streams = 0;
  page.on('request', (request) => (streams += Number(request.url().includes('/v1/events'))));
  for (const path of ['/', '/slot', '/login']) {
    await page.goto(site() + path);
    await started(page);
    await expect.poll(() => streams, path).toBe(1);
    await leaveAndReturn(page);
    await expect.poll(() => isRestored(page), path + (await reasons(page))).toBe(true);
    // The event stream and the reads begin again.
    await expect.poll(() => streams, path).toBe(2);
    streams = 0;
  }
});

test('a page of a guest that returns shows another language and a login of meanwhile', async ({
  page,
}) => {
  await page.goto(`${site()}/promotions`);
  await started(page);
  await leaveAndReturn(page, () =>
    page.evaluate(() => {
      document.cookie = 'language=en; Path=/';
      localStorage.setItem('language', 'en');
    }),
  );
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await isRestored(page)).toBe(false);

  await started(page);
  await leaveAndReturn(page, () => logIn(page));
  await expect(balance(page)).toBeVisible();
  expect(await isRestored(page)).toBe(false);
});

test('maintenance that began meanwhile replaces a restored page', async ({ page }) => {
  await page.goto(`${site()}/slot`);
  await started(page);
  await leaveAndReturn(page, () => control(page, 'scenario', { name: 'maintenance' }));
  await expect(page).toHaveURL(/\/maintenance$/);
});

test('after a logout, back does not show the page of a player', async ({ page, context }) => {
  const logOut = async () => {
    const other = await context.newPage();
    await openOrigin(other);
    // As after a logout in a tab whose messages do not reach this page.
    await other.evaluate(() => localStorage.clear());
    await other.close();
    await context.clearCookies({ name: /croupier/ });
  };
  await logIn(page);
  await page.goto(`${site()}/profile`);
  await expect(balance(page)).toBeVisible();
  await leaveAndReturn(page, logOut);
  await expect(page).toHaveURL(/\/login$/);

  // The server sent this page to a guest, who has logged in since.
  await page.goto(`${site()}/login`);
  await started(page);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(balance(page)).toBeVisible();
  await leaveAndReturn(page, logOut);
  await expect(page.locator('header a[href="/login"]')).toBeVisible();
  expect(await isRestored(page)).toBe(false);
});

test('links prefetch their pages before the scripts run, and not afterwards', async ({ page }) => {
  const cdp = await page.context().newCDPSession(page);
  const ready: string[] = [];
  let links = 0;
  cdp.on('Preload.prefetchStatusUpdated', ({ key, status }) => {
    if (status === 'Ready') ready.push(new URL(key.url).pathname);
  });
  cdp.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources }) => {
    links = preloadingAttemptSources.length;
  });
  await cdp.send('Preload.enable');

  await withoutScripts(page, `${site()}/`);
  await page.goto(site());
  await expect.poll(() => links).toBeGreaterThan(10);
  const link = page.getByRole('banner').locator('a[href="/promotions"]').first();
  await link.hover();
  await expect.poll(() => ready).toEqual(['/promotions']);
  await link.click();
  await expect(page).toHaveURL(/\/promotions$/);
  const delivery = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return entry && 'deliveryType' in entry && entry.deliveryType;
  });
  expect(delivery).toBe('navigational-prefetch');
  await started(page);
  await expect.poll(() => links).toBe(0);
});

test('a game before the scripts run leads a guest to the login, and then to the game', async ({
  page,
}) => {
  await withoutScripts(page, `${site()}/slot`);
  const link = main(page).locator('article a[href^="/play/slot/"]').first();
  // The page does not wait for a slow platform, so the list may be in a later page.
  await expect(async () => {
    await page.goto(`${site()}/slot`);
    await expect(link).toBeVisible({ timeout: 2000 });
  }).toPass();
  const game = (await link.getAttribute('href'))!;
  await link.click();
  await expect(page).toHaveURL(/\/login$/);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(site() + game);
});
