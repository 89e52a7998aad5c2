import type { Page } from '@playwright/test';
import { paths } from '../src/lib/paths';
import { expect, site, test } from './fixtures';
import { texts } from './texts';

const common = texts('tr', 'common');
const total = 2000;

/** Makes every list of slots one of two thousand, whose records are those of the first page again and again. */
async function lengthen(page: Page): Promise<void> {
  const { data } = await page.evaluate(async () => {
    const response = await fetch('/endpoint/v1', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', panel: 'frontend' },
      body: JSON.stringify({
        api: { class: 'casino', method: 'games_list' },
        data: { limit: 48, offset: 0 },
      }),
    });
    return (await response.json()) as { data: { gameID: number; name: string }[] };
  });
  await page.route('**/endpoint/v1', async (route) => {
    const call = JSON.parse(route.request().postData() ?? '{}') as {
      api?: { method: string };
      data?: { limit?: number; offset?: number };
    };
    if (call.api?.method !== 'games_list') return route.continue();
    const { limit = 48, offset = 0 } = call.data ?? {};
    const count = Math.min(limit, total - offset);
    const records = Array.from({ length: count }, (_, index) => {
      const at = offset + index;
      const game = data[at % data.length]!;
      // Without pictures, which take longest to draw.
      const drawn = { ...game, image: '' };
      return at < data.length ? drawn : { ...drawn, gameID: 100_000 + at, name: `Slot ${at}` };
    });
    await route.fulfill({
      json: {
        result: true,
        message: '',
        code: 200,
        debug: null,
        data: records,
        pagination: { limit, offset, total },
      },
    });
  });
}

/** What the page holds after a garbage collection. */
async function held(page: Page): Promise<{ nodes: number; megabytes: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('Performance.enable');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((it) => it.name === name)?.value ?? NaN;
  const of = { nodes: value('Nodes'), megabytes: value('JSHeapUsedSize') / 2 ** 20 };
  await devtools.detach();
  return of;
}

/** Scrolls through the whole page and back, a window at a time, as fast as the page renders. */
const scrollThrough = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const step = window.innerHeight;
    const end = document.documentElement.scrollHeight - step;
    for (let top = 0; top < end; top += step) {
      window.scrollTo(0, top);
      await frame();
    }
    for (let top = end; top > 0; top -= step) {
      window.scrollTo(0, top);
      await frame();
    }
  });

test('a list of two thousand slots renders the near ones, grows no memory and keeps the place @once @all', async ({
  page,
}) => {
  await page.goto(site() + paths.providers.to());
  await lengthen(page);
  await expect(page.locator('#root')).toHaveAttribute('data-started');
  await page.evaluate(
    (to) => {
      history.pushState({ idx: 1 }, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    },
    paths.slotType.to({ type: 'video' }),
  );
  const tiles = page.getByRole('main').locator('article');
  const status = page.getByRole('main').getByRole('status');
  const loaded = (count: number) => common('more.shown', { shown: count, total });
  await expect(status).toHaveText(loaded(48));
  for (let count = 96; ; count += 48) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const shown = Math.min(count, total);
    await expect(status).toHaveText(loaded(shown));
    if (shown === total) break;
  }
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const last = page.locator('li[aria-posinset]').last();
  await expect(last).toHaveAttribute('aria-posinset', String(total));
  await expect(last).toHaveAttribute('aria-setsize', String(total));
  expect(await tiles.count()).toBeLessThan(250);

  await scrollThrough(page);
  const before = await held(page);
  await scrollThrough(page);
  const after = await held(page);
  expect(await tiles.count()).toBeLessThan(250);
  expect(after.nodes).toBeLessThan(before.nodes * 1.2);
  expect(after.megabytes).toBeLessThan(before.megabytes + 4);

  // The rows that are not rendered take their space: the place is the same after going back.
  const tile = page.getByRole('main').locator('li[aria-posinset="49"]');
  await expect(tile).toBeAttached();
  await tile.scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => window.scrollY);
  const at = await place();
  expect(at).toBeGreaterThan(100);
  await tile.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect.poll(place).toBe(at);
  await expect(status).toHaveText(loaded(total));
});
