import type { Page } from '@playwright/test';
import { paths } from '../src/lib/paths';
import { violations } from './axe';
import { expect, site, test } from './fixtures';
import { authenticatorCode } from './mock';
import { Lobby } from './pages/lobby';
import { LoginPage } from './pages/login';
import { texts } from './texts';

const auth = texts('tr', 'auth');
const account = texts('tr', 'account');

async function expectAccessible(page: Page, name: string, part = 'main'): Promise<void> {
  expect(await violations(page, { include: part }), name).toEqual([]);
}

test('hostile return addresses lead home, and a login returns to the place in the list @once @all', async ({
  page,
}) => {
  const lobby = new Lobby(page);
  const hostile = ['//evil.example', '/\t/evil.example', 'javascript:alert(1)'];
  for (const address of hostile) {
    await page.goto(site() + paths.login.to());
    await page.evaluate((value) => localStorage.setItem('returnUrl', value), address);
    await new LoginPage(page).enter('demo', 'Demo123');
    await expect(page, address).toHaveURL(`${site()}/`);
    if (address === hostile[0]) await lobby.closePopup();
    // The page that the login leads to takes the focus, which closes menus.
    await page.goto(site());
    await lobby.logout();
    await expect(lobby.login.first()).toBeVisible();
  }

  const list = `${site()}${paths.slots.to()}?sort=name`;
  await page.goto(list);
  await expect(lobby.games.nth(40)).toBeAttached();
  await page.mouse.wheel(0, 1500);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(800);
  await expect(async () => {
    await lobby.login.first().click();
    await expect(page).toHaveURL(/\/login$/);
  }).toPass();
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(list);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(800);
  // The login has left no entry in the history.
  await page.goBack();
  await expect(page).not.toHaveURL(/\/login$/);
});

test('an inactive account is led to the support @once', async ({ page }) => {
  await page.goto(site() + paths.login.to());
  await new LoginPage(page).enter('pasif', 'Demo123');
  await page.getByRole('link', { name: auth('login.support') }).click();
  await expect(page).toHaveURL(site() + paths.contact.to());
});

test('a player sees the devices, protects the login, and logs out everywhere', async ({ page }) => {
  test.slow();
  await page.goto(site() + paths.login.to());
  const login = new LoginPage(page);
  await login.enter('ikili', 'Demo123');
  const dialog = page.getByRole('dialog');
  await expect(login.code.first()).toBeFocused();
  const overflow = await dialog.evaluate((it) => it.scrollWidth - it.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await login.paste(await authenticatorCode(page, 'ikili'));
  await expect(page).toHaveURL(`${site()}/`);

  for (const path of [paths.notifications.to(), paths.tickets.to()]) {
    await page.goto(site() + path);
    await expect(page.locator('aside a[href="/profile/security"]')).toBeAttached();
  }
  await page.goto(site() + paths.profileSecurity.to());
  await expect(page.getByText(account('devices.current'))).toBeVisible();
  await expect(page.getByText(account('factor.on'))).toBeVisible();
  await page.getByRole('radio', { name: account('factor.none.name') }).check({ force: true });
  await expect(page.getByText(account('factor.change.ga'))).toBeVisible();
  for (const mode of ['dark', 'light']) {
    await page.locator('html').evaluate((root, it) => root.setAttribute('data-mode', it), mode);
    await expectAccessible(page, `security ${mode}`);
  }
  await page.getByRole('button', { name: account('devices.everywhere') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: account('devices.everywhere') })
    .click();
  await expect(page).toHaveURL(`${site()}/`);
  await expect(page.getByText(account('devices.done'))).toBeVisible();
  await page.goto(site() + paths.profile.to());
  await expect(page).toHaveURL(/\/login$/);
});

test('an empty balance leads to a deposit @once', async ({ page }) => {
  await page.goto(site() + paths.login.to());
  await new LoginPage(page).enter('yeni', 'Demo123');
  await expect(page).toHaveURL(`${site()}/`);
  await new Lobby(page).closePopup();
  const card = page.getByRole('region', { name: texts('tr', 'welcome')('label') });
  await expect(card).toBeVisible();
  await expectAccessible(
    page,
    'welcome',
    `section[aria-label="${texts('tr', 'welcome')('label')}"]`,
  );
  await card.getByRole('button', { name: texts('tr', 'welcome')('deposit') }).click();
  await expect(page).toHaveURL(/[?&]deposit/);
});
