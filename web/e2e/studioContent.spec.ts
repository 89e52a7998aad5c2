import type { Browser, Page } from '@playwright/test';
import type { StudioTab } from '../src/features/staff/model/studio';
import { violations } from './axe';
import { expect, openOrigin, overflow, site, test } from './fixtures';
import { fail, repair } from './mock';
import { Lobby } from './pages/lobby';
import { closeAll, openStudio, publish, served } from './pages/studio';
import { startCroupier, type Croupier } from './server';
import { texts } from './texts';

const t = texts('tr', 'staffContent');
const layout = texts('tr', 'layout');
const lobby = texts('tr', 'lobby');

// The tests publish changes of marmara, so they have a server.
test.describe.configure({ mode: 'default' });
let server: Croupier;
test.beforeAll(async () => {
  server = await startCroupier();
});
test.afterAll(() => server.stop());
test.afterEach(({ browser }) => closeAll(browser));

const address = () => site('marmara', server.address);

const soon = expect.configure({ timeout: 2000 });

/** Loads the home page of a player until a check succeeds. */
const playerSees = (player: Page, check: (page: Lobby) => Promise<void>) =>
  expect(async () => {
    await player.goto(address());
    await check(new Lobby(player));
  }).toPass({ timeout: 30_000 });

test('a section moves by keyboard with announcements', async ({ browser, page: player }) => {
  const [popular, live] = [lobby('chips.popular'), lobby('rows.live')];
  const titles = RegExp(`^(${popular}|${live})$`);
  const first = (name: string) =>
    playerSees(player, ({ rowTitles }) =>
      soon(rowTitles.filter({ hasText: titles }).first()).toHaveText(name),
    );
  await first(popular);
  const page = await openStudio(browser, server, 'marmara', 'lobby');
  const name = t('sections.live');
  const rows = page.getByRole('list', { name: t('lobby.shown') }).getByRole('listitem');
  const handle = page.getByRole('button', { name: t('sort.move', { name }) });
  await handle.focus();
  const count = await rows.count();
  const hears = (key: 'start' | 'over' | 'end', position: number) =>
    expect(page.locator('[id^=DndLive]').first()).toHaveText(
      t(`sort.${key}`, { name, position, count }),
    );
  await handle.press('Space');
  const from = 7;
  await hears('start', from);
  for (let position = from - 1; position > 0; position--) {
    await page.keyboard.press('ArrowUp');
    await hears('over', position);
  }
  await page.keyboard.press('Space');
  await hears('end', 1);
  await expect(rows.first()).toContainText(name);
  await publish(page);
  await first(live);
});

/** Adds a slide in the console, and leaves its form open. */
async function addSlide(browser: Browser, title: string) {
  const page = await openStudio(browser, server, 'marmara', 'content');
  await page.getByLabel(t('content.new.slide')).fill(title);
  await page.getByLabel(t('content.new.slide')).press('Enter');
  return { page, form: page.getByRole('dialog', { name: title }) };
}

test('a slide for tomorrow is planned and appears later', async ({ browser, page: player }) => {
  const title = 'Yaz şenliği';
  const { page, form } = await addSlide(browser, title);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><path d="M0 0h8v4z"/></svg>';
  const file = { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
  await form.getByLabel(t('content.image')).setInputFiles(file);
  await expect(form.locator('img')).toBeVisible();
  /** Sets when the slide starts, in days from now, and publishes. */
  const start = async (days: number, state: 'planned' | 'active') => {
    const time = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);
    await form.getByLabel(t('content.from')).fill(time);
    await page.keyboard.press('Escape');
    const row = page.getByRole('listitem').filter({ hasText: title });
    await expect(row).toContainText(t(`content.states.${state}`));
    await publish(page);
  };
  await start(1, 'planned');
  await player.goto(address());
  const { hero } = new Lobby(player);
  await expect(hero).toBeVisible();
  await expect(hero).not.toContainText(title);
  expect(await served(player)).not.toContain(title);

  await page.getByRole('button', { name: t('actions.editOf', { name: title }) }).click();
  await start(-1, 'active');
  await playerSees(player, async ({ hero }) => {
    await soon(hero).toContainText(title);
    await soon(hero.locator('img[src*="/brand/media/"]').first()).toBeVisible();
  });
});

test('a slide appears while calls of the platform fail', async ({ browser, page: player }) => {
  const title = 'Birazdan buradayız';
  const { page, form } = await addSlide(browser, title);
  await form.getByLabel(t('content.place')).selectOption('fallback');
  await page.keyboard.press('Escape');
  await expect(page.getByText(t('content.states.fallback'))).toBeVisible();
  await publish(page);
  await openOrigin(player, address());
  await fail(player, 500, 'cmscontroller/getSlider');
  await playerSees(player, ({ hero }) => soon(hero).toContainText(title));
  await repair(player);
  await playerSees(player, async ({ hero }) => {
    await soon(hero).toBeVisible();
    await soon(hero).not.toContainText(title);
  });
});

test('a text of the brand appears without the built-in one', async ({ browser, page: player }) => {
  const wording = 'İçeri gir';
  await player.addInitScript((old) => {
    new MutationObserver(() => {
      const links = [...document.querySelectorAll('header a')];
      if (links.some(({ textContent }) => textContent === old))
        document.documentElement.dataset.shownText = old;
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, layout('auth.login'));
  await player.goto(address());
  await expect(player.locator('html')).toHaveAttribute('data-shown-text'); // the check works

  const page = await openStudio(browser, server, 'marmara', 'texts');
  await page.getByLabel(t('texts.search'), { exact: true }).fill(layout('auth.login'));
  await page.getByLabel('layout.auth.login').fill(wording);
  await publish(page);
  const login = player.getByRole('banner').getByRole('link', { name: wording });
  await playerSees(player, () => soon(login).toBeVisible());
  await player.locator('#root[data-started]').waitFor();
  await expect(login).toBeVisible();
  await expect(player.locator('html')).not.toHaveAttribute('data-shown-text');
});

test('a language pack adds Bulgarian', async ({ browser, page: player }) => {
  const page = await openStudio(browser, server, 'marmara', 'texts');
  await page.getByRole('button', { name: t('languages.add') }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(t('languages.code')).fill('bb');
  await form.getByLabel(t('title')).fill('БГ');
  await form.getByLabel(t('languages.id')).fill('9');
  await form.getByRole('button', { name: t('actions.add'), exact: true }).click();
  await expect(form.getByRole('alert')).toContainText('bb');
  await form.getByLabel(t('languages.code')).fill('bg');
  const pack = JSON.stringify({ layout: { auth: { login: 'Вход' } } });
  const file = { name: 'bg.json', mimeType: 'application/json', buffer: Buffer.from(pack) };
  await form.getByLabel(t('languages.file')).setInputFiles(file);
  await form.getByRole('button', { name: t('actions.add'), exact: true }).click();
  await expect(form).toBeHidden();
  const languages = page.getByRole('list', { name: t('languages.title'), exact: true });
  const missing = t('languages.missing_other', { count: '|' }).split('|')[1]!;
  await expect(languages.getByRole('listitem').last()).toContainText(missing);
  await publish(page);

  const banner = player.getByRole('banner');
  const menu = player.getByRole('group', { name: layout('language.label') });
  await playerSees(player, () => soon(menu.getByRole('button', { name: 'БГ' })).toHaveCount(1));
  await menu.getByRole('button', { name: 'БГ' }).click();
  for (const load of [false, true]) {
    if (load) await player.reload();
    await expect(player.locator('html')).toHaveAttribute('lang', 'bg');
    await expect(banner.getByRole('link', { name: 'Вход' })).toBeVisible();
    await expect(banner.getByRole('link', { name: layout('auth.register') })).toBeVisible();
  }
  expect(await served(player)).toMatch(/<html[^>]* lang="?bg[^]*Вход/);
});

test('the pages of the studio are accessible on a tablet', async ({ browser }) => {
  test.slow(); // a walk through all pages
  const page = await openStudio(browser, server, 'pera', 'look');
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const [lang, colorScheme] of [
    ['tr', 'light'],
    ['en', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate((lang) => localStorage.setItem('console-language', `"${lang}"`), lang);
    await page.reload();
    const words = texts(lang, 'staffStudio');
    const loading = texts(lang, 'staff')('loading');
    for (const tab of ['look', 'lobby', 'menus', 'content', 'texts', 'history'] as StudioTab[]) {
      await page.getByRole('tab', { name: words(`tabs.${tab}`) }).click();
      await expect(page.getByRole('tab', { selected: true })).toHaveText(words(`tabs.${tab}`));
      await expect(page.getByRole('tabpanel').locator('fieldset, table').first()).toBeVisible();
      await expect(page.getByRole('status', { name: loading })).toHaveCount(0);
      expect(await overflow(page), `${tab} is wider than the window`).toBeLessThanOrEqual(0);
      expect(await violations(page), `${tab} in ${lang}`).toEqual([]);
    }
  }
});
