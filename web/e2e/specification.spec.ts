import type { Page } from '@playwright/test';
import { paths } from '../src/lib/paths';
import { expect, site, test } from './fixtures';
import { control } from './mock';
import { Lobby } from './pages/lobby';
import { LoginPage } from './pages/login';
import { texts } from './texts';

const layout = texts('tr', 'layout');
const history = texts('tr', 'history');

async function logIn(page: Page, username: string): Promise<void> {
  await page.goto(site() + paths.login.to());
  await new LoginPage(page).enter(username, 'Demo123');
  await expect(page).toHaveURL(`${site()}/`);
  await new Lobby(page).closePopup();
}

test('money is written as TL and dates as dd/mm/yyyy; the balance is hidden wherever it stands', async ({
  page,
}) => {
  await logIn(page, 'demo');
  const header = page.getByRole('banner');
  await expect(header.getByTestId('balance')).toContainText(/^[\d.]+,\d\d\sTL$/);
  await header.getByRole('button', { name: layout('balance.hide') }).click();
  await expect(header.getByTestId('balance')).not.toContainText(/\d/);

  const main = page.getByRole('main');
  await page.goto(`${site()}${paths.profileDeposit.to()}?method=31`);
  await expect(main.getByRole('button', { name: layout('balance.show') })).toBeVisible();
  await main.getByRole('button', { name: layout('balance.show') }).click();
  await expect(header.getByTestId('balance')).toContainText(/\d,\d\d\sTL/);

  await page.goto(site() + paths.profileTransactions.to() + '?period=all-times');
  await expect(
    main
      .getByText(/\b\d\d\/\d\d\/20\d\d\b/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expect(
    main
      .getByText(/\d,\d\d\sTL/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
});

test('the history of bonuses has a period @once', async ({ page }) => {
  await logIn(page, 'zengin');
  await page.goto(site() + paths.profileHistory.to({ kind: 'bonus' }));
  const main = page.getByRole('main');
  const period = main.getByLabel(history('period.label'));
  const dates = main.getByText(/\b\d\d\/\d\d\/20\d\d\b/).filter({ visible: true });
  await period.selectOption({ label: history('period.all-times') });
  await expect(dates.first()).toBeVisible();
  await period.selectOption({ label: history('period.yesterday') });
  await expect(dates).toHaveCount(0);
  await period.selectOption({ label: history('period.all-times') });
  await expect(dates.first()).toBeVisible();
});

test('the licence and the legal notice follow the language; one that the brand has not becomes Turkish @once', async ({
  page,
  context,
}) => {
  await page.goto(site());
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('Curaçao yasalarına göre');
  await expect(footer).toContainText('Kuzey Kıbrıs Türk Cumhuriyeti');
  await context.addCookies([{ name: 'language', value: 'de', url: site() }]);
  await page.evaluate(() => localStorage.setItem('language', 'de'));
  await page.reload();
  await expect(footer).toContainText('Curaçao-Lizenz');
  await expect(footer).toContainText('Türkischen Republik Nordzypern');
  await context.clearCookies({ name: 'language' });
  await page.evaluate(() => localStorage.setItem('language', 'fr'));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
  await expect(footer).toContainText('Curaçao yasalarına göre');
});

test('an entry of the menu has children; live support is where the brand has it @once', async ({
  page,
}) => {
  const lobby = new Lobby(page);
  await lobby.open(site());
  const header = page.getByRole('banner');
  const more = header.getByRole('button', {
    name: layout('menu.more', { name: '.*' }).replace('.*', ''),
  });
  await more.first().click();
  const child = header.locator('ul:not([hidden])').getByRole('link');
  await child.first().click();
  await expect(page).not.toHaveURL(`${site()}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const chat = page.getByRole('contentinfo').getByRole('link', { name: layout('chat') });
  await expect(chat).toHaveAttribute('href', 'https://chat.marmara.test/');
  await expect(chat).toHaveAttribute('target', '_blank');
  await page.goto(site('pera'));
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('link', { name: texts('ar', 'layout')('chat') })).toHaveCount(0);
});

test('a virtual game that cannot be started says so and leads home @once', async ({ page }) => {
  await logIn(page, 'demo');
  await control(page, 'scenario', { name: 'provider-down' });
  await page.goto(site() + paths.bingo.to());
  await expect(page.locator('[data-toast=negative]')).toBeVisible();
  await expect(page).toHaveURL(`${site()}/`);
});
