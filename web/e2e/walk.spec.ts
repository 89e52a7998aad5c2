import { paths } from '../src/lib/paths/paths';
import { violations } from './axe';
import { changeMode, expect, logIn, main, site, test } from './fixtures';
import { authenticatorCode } from './mock';
import { Lobby } from './pages/lobby';
import { LoginPage } from './pages/login';
import { PlayPage } from './pages/play';
import { texts } from './texts';

const account = texts('tr', 'account');

test('a visitor searches, is sent to the login by a game, plays and logs out @phone', async ({
  page,
}) => {
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

  // A game requires a login, which returns to the game.
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

  // The page of a game has no footer, and other pages have one again.
  const rights = page.getByText(/^© \d{4} Marmara/);
  await expect(rights).toHaveCount(0);
  await play.back();
  await expect(lobby.login).toHaveCount(0);
  await expect(rights).toBeVisible();
  await lobby.logout();
  await expect(page).toHaveURL(`${site()}/`);
  await expect(lobby.login.first()).toBeVisible();
});

test('a login with an authenticator requires its code; the player sees the devices and logs out everywhere @phone', async ({
  page,
}) => {
  const login = new LoginPage(page);
  await page.goto(site() + paths.login.to());
  // An address that a browser would resolve to another site leads home.
  await page.evaluate(() => localStorage.setItem('returnUrl', '/\t/evil.example'));
  await login.enter('ikili', 'Demo123');
  await expect(login.code.first()).toBeFocused();
  // The six boxes fit into the dialog, and the dialog into the window.
  const prompt = page.getByRole('dialog');
  const boxes = await Promise.all((await login.code.all()).map((box) => box.boundingBox()));
  const dialog = await prompt.boundingBox();
  const end = (box: typeof dialog) => (box ? box.x + box.width : NaN);
  expect(boxes).toHaveLength(6);
  expect(Math.max(...boxes.map(end))).toBeLessThanOrEqual(end(dialog));
  expect(end(dialog)).toBeLessThanOrEqual(page.viewportSize()?.width ?? NaN);
  expect(
    await prompt.evaluate((element) => element.scrollWidth - element.clientWidth),
  ).toBeLessThanOrEqual(0);
  await login.paste('000000');
  await expect(page.getByText(texts('tr', 'auth')('code.wrong'))).toBeVisible();
  await login.paste(await authenticatorCode(page, 'ikili'));
  await expect(page).toHaveURL(`${site()}/`);
  await expect(new Lobby(page).login).toHaveCount(0);

  await page.goto(site() + paths.profileSecurity.to());
  await expect(page.locator('aside a[href="/profile/security"]')).toBeAttached();
  await expect(page.getByText(account('devices.current'))).toBeVisible();
  await expect(page.getByText(account('factor.on'))).toBeVisible();
  await page.getByRole('radio', { name: account('factor.none.name') }).check({ force: true });
  await expect(page.getByText(account('factor.change.ga'))).toBeVisible();
  expect(await violations(page, { include: 'main' })).toEqual([]);
  await changeMode(page);
  expect(await violations(page, { include: 'main', rule: 'color-contrast' })).toEqual([]);
  const everywhere = { name: account('devices.everywhere') };
  await main(page).getByRole('button', everywhere).click();
  await page.getByRole('dialog').getByRole('button', everywhere).click();
  await expect(page).toHaveURL(`${site()}/`);
  await expect(page.getByText(account('devices.done'))).toBeVisible();
  await page.goto(site() + paths.profile.to());
  await expect(page).toHaveURL(/\/login$/);
});

test('the page is mirrored in Arabic @phone', async ({ page, context }) => {
  await context.addCookies([{ name: 'language', value: 'ar', url: site() }]);
  const lobby = new Lobby(page, 'ar');
  await page.goto(site());
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  // Latin names are also aligned to the start of a right-to-left line.
  await expect(lobby.games.first()).toHaveCSS('text-align', 'right');
  await expect(page.locator('#root')).toHaveAttribute('data-started', '');
  const logo = await page.getByRole('banner').getByRole('img').first().boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect((logo?.x ?? 0) + (logo?.width ?? 0) / 2).toBeGreaterThan(width / 2);
});

test('an empty balance leads to a deposit', async ({ page }) => {
  const welcome = texts('tr', 'welcome');
  await logIn(page, 'yeni');
  await new Lobby(page).open(site());
  const card = page.getByRole('region', { name: welcome('label') });
  await expect(card).toBeVisible();
  const include = `section[aria-label="${welcome('label')}"]`;
  expect(await violations(page, { include })).toEqual([]);
  await card.getByRole('button', { name: welcome('deposit') }).click();
  await expect(page).toHaveURL(/[?&]deposit/);
});
