import type { Page } from '@playwright/test';
import { violations } from './axe';
import { expect, site, test } from './fixtures';
import { control, toEvening } from './mock';
import { Lobby } from './pages/lobby';
import { LoginPage } from './pages/login';
import { PlayPage } from './pages/play';
import { texts } from './texts';

const t = texts('tr', 'play');

async function logIn(page: Page): Promise<void> {
  await page.goto(`${site()}/login`);
  await toEvening(page);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(`${site()}/`);
}

/** The link of the first slot in a list, and its name. */
async function firstSlot(page: Page) {
  // A link that is pressed before the scripts run loads a new document, without a list to go back to.
  await expect(page.locator('#root')).toHaveAttribute('data-started', '');
  const link = page.getByRole('main').locator('article a[href^="/play/slot/"]').first();
  return { link, name: (await link.textContent()) ?? '' };
}

/** Marks the document of the game: a frame that is loaded again loses the mark. */
const markFrame = (page: Page) =>
  page
    .frameLocator('iframe')
    .locator('body')
    .evaluate((body) => (body.dataset.mark = 'kept'));
const marked = (page: Page) => page.frameLocator('iframe').locator('body[data-mark=kept]');

test('a running game goes on in the dock, below the deposit drawer and after the return', async ({
  page,
}) => {
  await logIn(page);
  await page.goto(`${site()}/slot`);
  const { link, name } = await firstSlot(page);
  await link.click();
  const play = new PlayPage(page);
  await expect(play.spin).toBeEnabled();
  await markFrame(page);

  await page
    .getByRole('button', { name: t('deposit') })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(marked(page)).toBeAttached();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await play.back();
  const dock = page.getByRole('region', { name: t('dock.label', { name }) });
  await expect(dock).toBeVisible();
  await expect(page).toHaveURL(`${site()}/slot`);
  const include = 'section[data-place=dock]';
  expect(await violations(page, { include, exclude: ['iframe'] })).toEqual([]);

  await page.getByRole('link', { name: t('dock.back', { name }) }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(marked(page)).toBeAttached();
  await expect(play.spin).toBeInViewport();

  await play.back();
  await dock.getByRole('button', { name: t('close', { name }) }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('a virtual game fills its place in the page and goes on in the dock', async ({ page }) => {
  const games = texts('tr', 'games');
  const name = games('virtual.games.bingo.name');
  await logIn(page);
  await page.goto(`${site()}/bingo`);
  await expect(page.frameLocator('iframe').locator('.go').first()).toBeInViewport();
  await markFrame(page);
  const stage = page.getByRole('button', { name: games('virtual.toGame') }).locator('..');
  const game = page.getByRole('region', { name: t('stage', { name }) });
  /** The largest distance between an edge of the game and that of its stage, in whole pixels. */
  const distance = async () => {
    const [reserved, covering] = await Promise.all([stage.boundingBox(), game.boundingBox()]);
    const edges = ['x', 'y', 'width', 'height'] as const;
    return Math.max(...edges.map((it) => Math.floor(Math.abs(reserved![it] - covering![it]))));
  };
  await expect.poll(distance).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 120));
  await expect.poll(distance).toBe(0);
  expect(await violations(page, { exclude: ['iframe'] })).toEqual([]);

  await page.getByRole('banner').locator('a[href="/"]').first().click();
  await expect(page.getByRole('region', { name: t('dock.label', { name }) })).toBeVisible();
  await new Lobby(page).closePopup();
  await page.getByRole('link', { name: t('dock.back', { name }) }).click();
  await expect(page).toHaveURL(`${site()}/bingo?game=bingo`);
  await expect(marked(page)).toBeAttached();
  await expect.poll(distance).toBe(0);
});

test('a failed start says so above everything until it is closed, and leads back to the list', async ({
  page,
}) => {
  await logIn(page);
  await page.goto(`${site()}/slot?sort=name`);
  const { link } = await firstSlot(page);
  await expect(link).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 240));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(240);
  await control(page, 'fault', { call: 'casino/init_game', kind: 'status', status: 502, times: 9 });
  const visible = page.getByRole('main').locator('article a[href^="/play/slot/"]').nth(8);
  await visible.click();
  await expect(page).toHaveURL(`${site()}/`);

  // The popup of the lobby opens later; the message is usable above it.
  await expect(page.getByRole('dialog')).toBeVisible();
  const message = page.locator('[data-toast=negative]');
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: t('backToList') }).click();
  await expect(page).toHaveURL(/\/slot\?sort=name/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(240);
  await expect(message).toHaveCount(0);
});

test('a guest plays a demo from the details, and a tap on a cover never opens one', async ({
  page,
}, { project }) => {
  const common = texts('tr', 'common');
  await page.goto(`${site()}/slot`);
  const tile = page.locator('article:has(a[href*="/demo"])').first();
  const name = (await tile.locator('a').first().textContent()) ?? '';
  const opener = tile.getByRole('button', { name: common('tile.details', { name }) });

  if (project.name === 'phone') {
    const box = (await tile.boundingBox())!;
    // Where the hidden demo button was: the lower part of the cover.
    await page.touchscreen.tap(box.x + box.width / 2, box.y + (box.width * 4) / 3 - 24);
    await expect(page).toHaveURL(/\/login$/);
    await page.goBack();
  } else {
    // The keyboard visits the controls in the order of the eye.
    await tile.locator('a').first().focus();
    await page.keyboard.press('Tab');
    await expect(tile.locator('a[href*="/demo"]')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(opener).toBeFocused();
  }

  await opener.click();
  const sheet = page.getByRole('dialog', { name });
  await expect(sheet.getByText(t('facts.rtp'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await opener.click();
  await sheet.getByRole('link', { name: t('demo'), exact: true }).click();
  await expect(new PlayPage(page).spin).toBeEnabled();

  await page.getByRole('link', { name: t('real') }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.locator('iframe')).toHaveCount(0);
});
