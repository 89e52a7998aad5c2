import type { Locator, Page } from '@playwright/test';
import { paths } from '../src/lib/paths';
import { expect, site, test } from './fixtures';
import { control, toMorning } from './mock';
import { Lobby } from './pages/lobby';
import { LoginPage } from './pages/login';
import { PlayPage } from './pages/play';
import { startWithBrand } from './server';
import { texts } from './texts';

const common = texts('tr', 'common');
const games = texts('tr', 'games');
const lobby = texts('tr', 'lobby');
const search = texts('tr', 'search');

const main = (page: Page) => page.getByRole('main');
const tables = (page: Page) => main(page).locator('article:has(a[href^="/play/live/"])');
const row = (page: Page, title: string) => main(page).getByRole('region', { name: title });

/** The distance of each element from the top of the window. */
const tops = (elements: Locator) =>
  elements.evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().top)));

test('the search forgives marks, capitals and typos, finds tables and providers, and never shows an older answer @once', async ({
  page,
}) => {
  await page.goto(site() + paths.slots.to());
  await expect(main(page).locator('article').first()).toBeVisible();
  const field = new Lobby(page);
  for (const text of ['HIZLI OTOMAT', 'hizli otomat', 'HİZLİ OTOMAT']) {
    const panel = await field.search(text);
    await expect(panel.getByRole('option').first()).toContainText('Hızlı Otomat');
    await expect(panel.getByText(search('suggestion.none', { text }))).toHaveCount(0);
  }
  const panel = await field.search('zumruduanka desteni');
  const name = 'Zümrüdüanka Destanı';
  await expect(panel.getByRole('option', { name })).toBeVisible();
  await panel.getByRole('button', { name: search('suggestion.meant', { name }) }).click();
  await expect(panel.getByRole('combobox')).toHaveValue(name);
  await expect(panel.getByRole('option', { name })).toBeVisible();
  await expect(panel.getByRole('button', { name: /\?$/ })).toHaveCount(0);

  await field.search('uskudar roul');
  await expect(
    panel
      .getByRole('group', { name: search('live') })
      .getByRole('option')
      .first(),
  ).toContainText('Üsküdar Roulette');

  let release = () => undefined as void;
  const released = new Promise<void>((done) => (release = done));
  await page.route('**/endpoint/v1', async (route) => {
    if (route.request().postData()?.includes('Kraken')) await released;
    await route.continue();
  });
  const older = page.waitForRequest((it) => it.postData()?.includes('Kraken') ?? false);
  await field.search('Kraken Throne');
  const late = (await older).response();
  await field.search('usta tavla');
  await expect(panel.getByRole('option', { name: 'Usta Tavla' })).toBeVisible();
  release();
  await late;
  await expect(panel.getByRole('option', { name: 'Kraken Throne' })).toHaveCount(0);
  await expect(panel.getByRole('option', { name: 'Usta Tavla' })).toBeVisible();

  await field.search('aykiri');
  await panel
    .getByRole('group', { name: search('providers') })
    .getByRole('option', { name: 'Aykırı Studios' })
    .click();
  await expect(page).toHaveURL(site() + paths.slotProvider.to({ providerID: 2 }));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Aykırı Studios');
});

test('tables that are open come first, on phones two in a row; the categories of slots stand in one line', async ({
  page,
  isMobile,
}) => {
  await page.goto(site());
  await toMorning(page);
  await page.goto(site() + paths.live.to());
  await expect(tables(page).nth(7)).toBeVisible();
  // What the server has painted is replaced by the page.
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

test('a provider leads to its games; filters and the place in the list are kept when one comes back from a game @once', async ({
  page,
}) => {
  await page.goto(`${site()}/login`);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(`${site()}/`);
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
  const place = () => page.evaluate(() => window.scrollY);
  await expect.poll(place).toBeGreaterThan(100);
  const before = await place();
  await tile.click();
  const play = new PlayPage(page);
  await expect(play.spin).toBeEnabled();
  await play.back();
  await expect(page).toHaveURL(list);
  await expect.poll(place).toBe(before);
});

test('each brand leads with its own row; a row that fails keeps its retry until it loads @once @all', async ({
  page,
}) => {
  for (const [brand, lang, first] of [
    ['pera', 'ar', 'live'],
    ['zephyr', 'en', 'wins'],
  ] as const) {
    await page.goto(site(brand));
    const title = texts(lang, 'lobby')(`rows.${first}`);
    await expect(row(page, title).getByRole('link').nth(1)).toBeVisible();
    const rows = main(page).locator('section[aria-labelledby]');
    const position = brand === 'pera' ? 0 : 1;
    await expect(rows.nth(position).getByRole('heading', { level: 2 })).toHaveText(title);
  }

  await page.goto(`${site()}/login`);
  const call = 'cmscontroller/getPromotions';
  await control(page, 'fault', { call, kind: 'status', status: 502 });
  await new Lobby(page).open(site());
  const promotions = row(page, lobby('rows.promotions'));
  const failed = main(page)
    .getByRole('alert')
    .filter({ hasText: common('section.failed') });
  await expect(async () => {
    await page.mouse.wheel(0, 600);
    await expect(failed).toHaveCount(1, { timeout: 500 });
  }).toPass();
  const retry = promotions.getByRole('button', { name: common('error.retry') });
  const second = page.waitForResponse(
    (it) => it.request().postData()?.includes('getPromotions') ?? false,
  );
  await retry.click();
  await second;
  await expect(retry).toBeVisible();

  await repair(page);
  await retry.click();
  await expect(promotions.getByRole('article').first()).toBeVisible();
  await expect(failed).toHaveCount(0);
});

test('guests see what is played next, and wins of others, only where the platform tells them @once @all', async ({
  page,
}) => {
  const words = (name: string) => games('virtual.preview.label', { name });
  const previews = [
    [paths.sport.to(), games('virtual.games.sport.name')],
    [paths.bingo.to(), games('virtual.games.bingo.name')],
    [paths.virtual.to(), games('virtual.games.goldenrace.name')],
  ] as const;
  const sentence = page.getByText(games('virtual.preview.none'));
  for (const [path, name] of previews) {
    await page.goto(site() + path);
    await expect(
      page
        .getByRole('list', { name: words(name) })
        .getByRole('listitem')
        .first(),
    ).toBeVisible();
    await expect(sentence).toHaveCount(0);
  }

  const { address, stop } = await startWithBrand((yaml) => yaml.replace(/^ {2}calls: .*\n/m, ''));
  try {
    const bare = `http://marmara.localhost:${address.split(':').at(-1)}`;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.postData() ?? ''));
    for (const [path] of previews) {
      await page.goto(bare + path);
      await expect(sentence).toBeVisible();
    }
    await new Lobby(page).open(bare);
    const providers = row(page, lobby('rows.providers'));
    await expect(async () => {
      await page.mouse.wheel(0, 800);
      await expect(providers.getByRole('link').nth(1)).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(row(page, lobby('rows.wins'))).toHaveCount(0);
    expect(asked.filter((it) => /recent_wins|"preview"/.test(it))).toEqual([]);
  } finally {
    await stop();
  }
});

/** Ends every fault of the test's world. */
const repair = (page: Page) =>
  page.evaluate(async () => {
    await fetch('/__mock/fault', { method: 'DELETE', headers: { panel: 'frontend' } });
  });
