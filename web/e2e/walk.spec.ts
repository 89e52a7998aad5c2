import { expect, site, test } from './fixtures';
import { authenticatorCode } from './mock';
import { Lobby } from './pages/lobby';
import { LoginPage } from './pages/login';
import { PlayPage } from './pages/play';
import { texts } from './texts';

test('a visitor searches, is sent to the login by a game, plays and logs out', async ({ page }) => {
  const lobby = new Lobby(page);
  await lobby.open(site());
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
  await expect(lobby.hero).toBeVisible();
  await expect(lobby.games.first()).toBeVisible();
  expect(await lobby.rowTitles.count()).toBeGreaterThan(1);

  // Games are suggested from the first letters on.
  const name = (await lobby.games.first().textContent()) ?? '';
  const panel = await lobby.search(name.slice(0, 2));
  await expect(panel.getByRole('option').first()).toBeVisible();
  await lobby.search(name);
  const hit = panel.getByRole('option', { name: new RegExp(name) }).first();
  await expect(hit).toBeVisible();
  await hit.click();

  // A game needs a login, which returns to the game.
  await expect(page).toHaveURL(/\/login$/);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(/\/play\/slot\/\d+/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  const play = new PlayPage(page);
  await expect(play.spin).toBeEnabled();
  await expect(play.balance).toContainText('TL');
  const before = await play.balance.textContent();
  await expect(async () => {
    if (await play.spin.isEnabled()) await play.spin.click();
    expect(await play.balance.textContent()).not.toBe(before);
  }).toPass();

  await play.back();
  await expect(lobby.login).toHaveCount(0);
  await lobby.logout();
  await expect(page).toHaveURL(`${site()}/`);
  await expect(lobby.login.first()).toBeVisible();
});

test('a login with an authenticator requires its code', async ({ page }) => {
  const login = new LoginPage(page);
  await page.goto(`${site()}/login`);
  await login.enter('ikili', 'Demo123');
  await expect(login.code.first()).toBeVisible();
  // The six boxes fit into the dialog, and the dialog into the window.
  const boxes = await Promise.all((await login.code.all()).map((box) => box.boundingBox()));
  const dialog = await page.getByRole('dialog').boundingBox();
  const end = (box: typeof dialog) => (box ? box.x + box.width : NaN);
  expect(boxes).toHaveLength(6);
  expect(Math.max(...boxes.map(end))).toBeLessThanOrEqual(end(dialog));
  expect(end(dialog)).toBeLessThanOrEqual(page.viewportSize()?.width ?? NaN);
  await login.paste('000000');
  await expect(page.getByText(texts('tr', 'auth')('code.wrong'))).toBeVisible();
  await login.paste(await authenticatorCode(page, 'ikili'));
  await expect(page).toHaveURL(`${site()}/`);
  await expect(new Lobby(page).login).toHaveCount(0);
});

test('the page is mirrored in Arabic', async ({ page, context }) => {
  await context.addCookies([{ name: 'language', value: 'ar', url: site() }]);
  const lobby = new Lobby(page, 'ar');
  await lobby.open(site());
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  // Latin names too stand at the side where one begins to read.
  await expect(lobby.games.first()).toHaveCSS('text-align', 'right');
  const logo = await page.getByRole('banner').getByRole('img').first().boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect((logo?.x ?? 0) + (logo?.width ?? 0) / 2).toBeGreaterThan(width / 2);
});

test('another host serves another brand @once', async ({ page }) => {
  await page.goto(site('zephyr'));
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'zephyr');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveTitle(/^Zephyr/);
  expect(
    await page
      .locator('html')
      .evaluate((root) => getComputedStyle(root).getPropertyValue('--radius')),
  ).toBe('8px');
});

test('an unknown path is answered with status 404 and the not-found page @once', async ({
  page,
}) => {
  const response = await page.goto(`${site()}/no/such/page`);
  expect(response?.status()).toBe(404);
  await expect(
    page.getByRole('heading', { name: texts('tr', 'errors')('notFound.title') }),
  ).toBeVisible();
});
