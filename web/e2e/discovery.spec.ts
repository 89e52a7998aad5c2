import type { Locator, Page } from '@playwright/test';
import { paths } from '../src/lib/paths/paths';
import { expect, follow, main, openOrigin, scrolled, site, test } from './fixtures';
import { toHour } from './mock';
import { Lobby } from './pages/lobby';
import { LoginPage } from './pages/login';
import { PlayPage } from './pages/play';
import { texts } from './texts';

const common = texts('tr', 'common');
const games = texts('tr', 'games');
const lobby = texts('tr', 'lobby');
const search = texts('tr', 'search');

const tables = (page: Page) => main(page).locator('article:has(a[href^="/play/live/"])');

/** The distance of each element from the top of the window. */
const tops = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.map((element) => Math.round(element.getBoundingClientRect().top)),
  );

test('the search forgives marks, capitals and typos, leads to a provider, and never shows an older response', async ({
  page,
}) => {
  await page.goto(site() + paths.slots.to());
  await expect(main(page).locator('article').first()).toBeVisible();
  const field = new Lobby(page);
  let panel = await field.search('HIZLI OTOMAT');
  for (const [text, kind, found] of [
    ['HIZLI OTOMAT', 'slots', 'Hızlı Otomat'],
    ['hizli otomat', 'slots', 'Hızlı Otomat'],
    ['HİZLİ OTOMAT', 'slots', 'Hızlı Otomat'],
    ['uskudar roul', 'live', 'Üsküdar Roulette'],
  ] as const) {
    panel = await field.search(text);
    const group = panel.getByRole('group', { name: search(kind) });
    await expect(group.getByRole('option').first()).toContainText(found);
    await expect(panel.getByText(search('suggestion.none', { text }))).toHaveCount(0);
  }
  await field.search('zumruduanka desteni');
  const name = 'Zümrüdüanka Destanı';
  await panel.getByRole('button', { name: search('suggestion.meant', { name }) }).click();
  await expect(panel.getByRole('combobox')).toHaveValue(name);
  await expect(panel.getByRole('combobox')).toBeFocused();
  await expect(panel.getByRole('option', { name })).toBeVisible();
  await expect(panel.getByRole('button', { name: /\?$/ })).toHaveCount(0);

  let release = () => undefined as void;
  const released = new Promise<void>((done) => (release = done));
  await page.route('**/endpoint/v1', async (route) => {
    if (route.request().postData()?.includes('Kraken')) await released;
    await route.continue();
  });
  const older = page.waitForRequest((request) => request.postData()?.includes('Kraken') ?? false);
  await field.search('Kraken Throne');
  const late = (await older).response();
  await field.search('usta tavla');
  await expect(panel.getByRole('option', { name: 'Usta Tavla' })).toBeVisible();
  release();
  await late;
  await expect(panel.getByRole('option', { name: 'Kraken Throne' })).toHaveCount(0);
  await expect(panel.getByRole('option', { name: 'Usta Tavla' })).toBeVisible();

  await field.search('aykiri');
  const providers = panel.getByRole('group', { name: search('providers') });
  await providers.getByRole('option', { name: 'Aykırı Studios' }).click();
  await expect(page).toHaveURL(site() + paths.slotProvider.to({ providerID: 2 }));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Aykırı Studios');
});

test('tables that are open come first, on phones two in a row; the categories of slots stand in one line @phone', async ({
  page,
  isMobile,
}) => {
  await openOrigin(page);
  await toHour(page, 10);
  await page.goto(site() + paths.live.to());
  await expect(tables(page).nth(7)).toBeVisible();
  // The page replaces the server's markup.
  const rows = async () => new Set((await tops(tables(page))).slice(0, 4)).size;
  if (isMobile) await expect.poll(rows).toBe(2);
  const badge = page.getByText(common('table.closed'), { exact: true });
  const closed = tables(page).filter({ has: badge });
  await expect(closed).toHaveCount(0);
  await expect(async () => {
    await tables(page).last().scrollIntoViewIfNeeded();
    await expect(closed.first()).toBeAttached({ timeout: 1000 });
  }).toPass();
  const open = tables(page).filter({ hasNot: badge });
  const [lastOpen] = (await tops(open)).slice(-1);
  expect(lastOpen).toBeLessThanOrEqual(Math.min(...(await tops(closed))));

  await page.goto(site() + paths.slots.to());
  const chips = main(page)
    .getByRole('group', { name: lobby('filter.category') })
    .getByRole('link');
  await expect(chips.nth(10)).toBeAttached();
  expect(new Set(await tops(chips)).size).toBe(1);
});

test('a provider leads to its games; filters and the place in the list are kept over a login and a game', async ({
  page,
}) => {
  await page.goto(site() + paths.providers.to());
  await page.getByRole('searchbox', { name: games('providers.search') }).fill('aykiri');
  const cards = main(page).locator('a[href^="/slot/provider/"], a[href^="/live/provider/"]');
  await expect(cards).toHaveCount(1);
  await cards.click();
  await expect(page).toHaveURL(site() + paths.slotProvider.to({ providerID: 2 }));
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText('Aykırı Studios');

  const category = { categoryID: 27 };
  await main(page)
    .locator(`a[href^="${paths.slotCategory.to(category)}"]`)
    .click();
  await expect(main(page).locator('a[aria-current]').first()).toHaveAttribute(
    'href',
    new RegExp(`^${paths.slotCategory.to(category)}`),
  );
  await main(page).getByLabel(lobby('filter.type')).selectOption('video');
  await expect(page).toHaveURL(/type=video/);
  await main(page).getByLabel(lobby('filter.provider')).selectOption('');
  const list = `${site()}${paths.slotCategory.to(category)}?type=video`;
  await expect(page).toHaveURL(list);
  const tile = new Lobby(page).games.nth(20);
  await tile.scrollIntoViewIfNeeded();
  await expect.poll(() => scrolled(page)).toBeGreaterThan(100);
  const place = await scrolled(page);
  // A test's click would scroll to the link first.
  await new Lobby(page).login.first().dispatchEvent('click');
  await expect(page).toHaveURL(/\/login$/);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(list);
  await expect.poll(() => scrolled(page)).toBe(place);

  await tile.click();
  const play = new PlayPage(page);
  await expect(play.spin).toBeEnabled();
  await play.back();
  await expect(page).toHaveURL(list);
  await expect.poll(() => scrolled(page)).toBe(place);
  // The login has left no entry in the history.
  await page.goBack();
  await expect(page).not.toHaveURL(/\/login$/);
});

const total = 2000;

/** Makes every list of slots two thousand records long by repeating the first page. */
async function lengthen(page: Page): Promise<void> {
  const answer = await page.evaluate(async () => {
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
  const { data } = answer;
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
      // Without pictures, because they are slow to draw.
      const drawn = { ...game, image: '' };
      return at < data.length ? drawn : { ...drawn, gameID: 100_000 + at, name: `Slot ${at}` };
    });
    await route.fulfill({
      json: { ...answer, data: records, pagination: { limit, offset, total } },
    });
  });
}

/** Returns the page's memory after a garbage collection. */
async function held(page: Page): Promise<{ nodes: number; megabytes: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('Performance.enable');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
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

test('a list of two thousand slots renders the near ones, grows no memory and keeps the place @all', async ({
  page,
}) => {
  await page.goto(site() + paths.providers.to());
  await lengthen(page);
  await expect(page.locator('#root')).toHaveAttribute('data-started');
  await follow(page, paths.slotType.to({ type: 'video' }));
  const tiles = main(page).locator('article');
  const status = main(page).getByRole('status');
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

  // Rows that are not rendered reserve their space, so going back shows the same place.
  const tile = main(page).locator('li[aria-posinset="49"]');
  await expect(tile).toBeAttached();
  await tile.scrollIntoViewIfNeeded();
  const at = await scrolled(page);
  expect(at).toBeGreaterThan(100);
  await tile.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(at);
  await expect(status).toHaveText(loaded(total));
});
