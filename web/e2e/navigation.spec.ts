import { paths } from '../src/lib/paths';
import { expect, site, test } from './fixtures';
import { Lobby } from './pages/lobby';
import { LoginPage } from './pages/login';
import { texts } from './texts';

test('addresses lead where they should, and header and footer come back with every page @once', async ({
  page,
}) => {
  const login = new LoginPage(page);
  await page.goto(site() + paths.oldHome.to());
  await expect(page).toHaveURL(`${site()}/`);

  await page.goto(site() + paths.me.to());
  await expect(page).toHaveURL(site() + paths.login.to());
  await login.enter('demo', 'Demo123');
  await expect(page).toHaveURL(site() + paths.profile.to());

  // The game has neither.
  await page.goto(site() + paths.play.to({ type: 'slot', id: 1001 }));
  await expect(page.locator('iframe')).toBeVisible();
  const rights = page.getByText(/^© \d{4} Marmara/);
  await expect(rights).toHaveCount(0);
  await page.getByRole('button', { name: texts('tr', 'play')('back') }).click();
  await expect(page).toHaveURL(`${site()}/`);
  await new Lobby(page).closePopup();
  const menu = page.getByRole('banner').getByRole('navigation');
  for (const [name, path] of [
    ['Slot', paths.slots.to()],
    ['Turnuvalar', paths.tournaments.to()],
  ] as const) {
    await menu.getByRole('link', { name }).first().click();
    await expect(page).toHaveURL(site() + path); // a menu that is opened before closes again
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(menu).toBeVisible();
    await expect(rights).toBeVisible();
  }

  // A login that was wanted for a page of the profile leads home.
  await new Lobby(page).logout();
  await expect(page).toHaveURL(`${site()}/`);
  await page.goto(site() + paths.profileLimits.to());
  await expect(page).toHaveURL(site() + paths.login.to());
  await login.enter('demo', 'Demo123');
  await expect(page).toHaveURL(`${site()}/`);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what it needs @once', async ({ page }) => {
    await page.goto(site());
    await expect(page.getByRole('heading', { name: 'JavaScript kapalı' })).toBeVisible();
    await expect(page.locator('#root')).toBeHidden();
  });
});

test('a browser that is too old says that the device is not supported @once', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Object, 'hasOwn'));
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(site());
  await expect(page.getByRole('heading', { name: 'Cihazınız desteklenmiyor' })).toBeVisible();
  await expect(page.locator('#root')).toBeHidden();
});

for (const script of ['index', 'react']) {
  test(`a page whose script ${script} cannot be loaded says so, and is loaded again when asked @once`, async ({
    page,
  }) => {
    await page.route(`**/assets/${script}-*.js`, (route) => route.abort());
    await page.goto(site());
    await expect(page.getByRole('heading', { name: 'Sayfa açılamadı' })).toBeVisible();
    await expect(page.locator('#root')).toBeHidden();
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Tekrar dene' }).click();
    await expect(new Lobby(page).hero).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sayfa açılamadı' })).toBeHidden();
  });
}

test('a browser without storage and without the library of newer ones opens the lobby and logs in @once', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, area, {
        get: () => {
          throw new DOMException('storage is blocked', 'SecurityError');
        },
      });
    }
    for (const [owner, ...names] of [
      [URL, 'canParse', 'parse'],
      [Array.prototype, 'toSorted', 'toReversed', 'toSpliced'],
      [Object, 'groupBy'],
      [Map, 'groupBy'],
      [Promise, 'withResolvers'],
    ] as const) {
      for (const name of names) Reflect.deleteProperty(owner, name);
    }
  });
  await page.goto(site());
  const lobby = new Lobby(page);
  await expect(lobby.hero).toBeVisible();
  await expect(lobby.games.first()).toBeVisible();
  await page.goto(`${site()}/login`);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page.getByRole('banner').getByTestId('balance')).toBeVisible();
});
