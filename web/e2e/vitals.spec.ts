import type { Page } from '@playwright/test';
import type { VitalsReport } from '../src/contracts/types';
import { paths } from '../src/lib/paths/paths';
import { staffPaths } from '../src/lib/paths/staff';
import { expect, logIn, site, test } from './fixtures';
import { openConsole } from './pages/console';
import { texts } from './texts';

const words = texts('tr', 'staffPages');
const library = (url: string) => url.includes('/assets/vitals-');

/** Returns the requests of a page for reports, and for the script that makes them. */
async function sampled(page: Page) {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/vitals') || library(request.url())) urls.push(request.url());
  });
  // Every visit belongs to the sample.
  await page.addInitScript(() => (Math.random = () => 0));
  return urls;
}

/** Hides the page two times, as a visitor who comes back does. */
const hide = (page: Page) =>
  page.evaluate(() => {
    for (const state of ['hidden', 'visible', 'hidden']) {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }
  });

test('a visit reports its speed one time without cookie and id, and staff see it', async ({
  browser,
  page,
}) => {
  await logIn(page);
  const urls = await sampled(page);
  const script = page.waitForResponse((response) => library(response.url()));
  const game = { game: 'slot', id: 1001, gamingType: 'Lodos Games' };
  await page.goto(site() + paths.playNamed.to(game));
  await script;
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('game-start').length))
    .toBeGreaterThan(0);
  const sent = page.waitForRequest('**/v1/vitals');
  await hide(page);
  const request = await sent;
  expect((await request.response())?.status()).toBe(204);
  expect(await request.headerValue('cookie')).toBeNull();
  const { metrics, games, ...rest } = request.postDataJSON() as VitalsReport;
  const { route, device, release, ...others } = rest;
  expect([route, device]).toEqual([paths.playNamed.pattern, 'desktop']);
  expect(release).toMatch(/^\d+\.\d+\.\d+$/);
  expect(others).toEqual({});
  expect(Object.keys(metrics)).toEqual(expect.arrayContaining(['lcp', 'cls', 'ttfb']));
  expect(games?.map(({ provider, ms }) => [provider, typeof ms])).toEqual([
    ['Lodos Games', 'number'],
  ]);
  expect(urls.filter((url) => !library(url))).toHaveLength(1);

  const staff = await openConsole(browser, 'destek', staffPaths.speed.to());
  const row = (text: string) => staff.getByRole('row').filter({ hasText: text });
  await expect(row(paths.playNamed.pattern)).toContainText('marmara');
  await expect(row('Lodos Games')).toContainText('msn');
  await staff.getByText('TTFB', { exact: true }).click();
  await expect(row(paths.playNamed.pattern)).toContainText(words('speed.ratings.good'));
});

test('the report of the home page names the largest element and the style classes around it', async ({
  page,
}) => {
  await sampled(page);
  const script = page.waitForResponse((response) => library(response.url()));
  await page.goto(site());
  await script;
  await page.waitForLoadState('networkidle');
  const sent = page.waitForRequest('**/v1/vitals');
  await hide(page);
  const { route, metrics } = (await sent).postDataJSON() as VitalsReport;
  expect([route, metrics.lcp?.component]).toEqual(['/', expect.stringMatching(/^slide .*image$/)]);
});

test('a visit to a brand without reports loads no script and sends nothing', async ({ page }) => {
  const urls = await sampled(page);
  await page.goto(site('pera'), { waitUntil: 'networkidle' });
  await hide(page);
  expect(urls).toEqual([]);
  const status = () =>
    fetch('/v1/vitals', { method: 'POST', body: '{}' }).then((response) => response.status);
  expect(await page.evaluate(status)).toBe(404);
});
