import type { Page } from '@playwright/test';
import { expect, site, test } from './fixtures';
import { control } from './mock';
import { Lobby } from './pages/lobby';
import { LoginPage } from './pages/login';
import { texts } from './texts';

const layout = texts('tr', 'layout');
const errors = texts('tr', 'errors');
const reminders = texts('tr', 'reminders');

async function logIn(page: Page): Promise<void> {
  await page.goto(`${site()}/login`);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(`${site()}/`);
}

/** Opens the profile and logs out from the menu. The stream tells every tab of it, also the one that logs out. */
async function logOut(page: Page): Promise<void> {
  const connected = page.waitForRequest(/\/v1\/events/);
  await page.goto(`${site()}/profile`);
  await connected;
  await new Lobby(page).logout();
}

const returnUrl = (page: Page) => page.evaluate(() => localStorage.getItem('returnUrl'));

test('a logout leads home every time, in every tab, and leaves no return address @once', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  for (const [path, opened] of [
    ['/profile/transactions', 'main'],
    ['/promotions?deposit=31', 'dialog'],
    ['/profile/deposit?deposit=31', 'dialog'],
  ] as const) {
    await logIn(page);
    await other.goto(`${site()}${path}`);
    await expect(other.getByRole(opened)).toBeVisible();
    await logOut(page);
    await expect(page).toHaveURL(`${site()}/`);
    await expect(other).toHaveURL(`${site()}/`);
    expect(await returnUrl(page)).toBeNull();
    await page.reload();
    await expect(page.getByRole('link', { name: layout('auth.login') }).first()).toBeVisible();
  }
});

test('an inactive player is asked to stay, and is logged out after hours away @once', async ({
  page,
}) => {
  await page.clock.install();
  await logIn(page);
  const warning = page.getByRole('dialog', { name: reminders('inactivity.title') });
  await page.clock.fastForward('58:30');
  await expect(warning).toBeVisible();
  await expect(warning.getByRole('timer')).toHaveText(/^[01]:\d\d$/);
  await warning.getByRole('button', { name: reminders('inactivity.stay') }).click();
  await expect(warning).toBeHidden();
  await page.clock.fastForward('03:00:00');
  await page.mouse.move(10, 10);
  await expect(page.getByText(errors('inactive'))).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
});

test('an inactive player who opens the page after hours is told why the session has ended @once', async ({
  page,
}) => {
  await logIn(page);
  // Nothing of the site runs here, as while it is closed.
  await page.goto(`${site()}/manifest.webmanifest`);
  const hoursAgo = Date.now() - 3 * 3_600_000;
  await page.evaluate((at) => localStorage.setItem('userActivityStartTime', String(at)), hoursAgo);
  await page.goto(`${site()}/profile`);
  await expect(page.getByText(errors('inactive'))).toBeVisible();
  await expect(page).toHaveURL(`${site()}/`);
  expect(await returnUrl(page)).toBeNull();
});

test('what is announced while the page starts is shown @once', async ({ page }) => {
  await logIn(page);
  await control(page, 'fault', { call: 'finance/check_balance', kind: 'status', status: 500 });
  await page.reload();
  await expect(page.getByText(errors('blocked.text'))).toBeVisible();
});
