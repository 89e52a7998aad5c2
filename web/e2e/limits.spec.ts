import type { Page } from '@playwright/test';
import { violations } from './axe';
import { expect, site, test } from './fixtures';
import { moveClock } from './mock';
import { LoginPage } from './pages/login';
import { texts } from './texts';

const words = texts('tr', 'limits');
const cashier = texts('tr', 'cashier');
const payments = texts('tr', 'payments');

/** Transfers at once. */
const fast = 12;

async function logIn(page: Page) {
  await page.goto(`${site()}/login`);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(`${site()}/`);
}

test('a limit holds before anything is sent; a looser one waits a day; a break closes deposits and games, and withdrawals have their page', async ({
  page,
}) => {
  await logIn(page);
  await page.goto(`${site()}/profile/limits`);
  const main = page.getByRole('main');
  const deposits = main.getByRole('region', { name: words('kinds.deposit.title') });
  await deposits.getByLabel(words('limit.amount')).fill('500');
  await deposits.getByRole('button', { name: words('limit.save') }).click();
  await expect(deposits.getByText(/Kalan: 500,00\sTL/)).toBeVisible();
  for (const mode of ['dark', 'light']) {
    await page.evaluate((it) => (document.documentElement.dataset.mode = it), mode);
    expect(await violations(page)).toEqual([]);
  }

  await page.goto(`${site()}/promotions?deposit=${fast}&amount=300`);
  const drawer = page.getByRole('dialog', { name: cashier('deposit.title') });
  await drawer.getByRole('combobox', { name: cashier('bank.label') }).click();
  await drawer.getByRole('option').first().click();
  await drawer.getByRole('button', { name: cashier('confirm.next') }).click();
  await drawer.getByRole('button', { name: cashier('deposit.send') }).click();
  await expect(
    drawer.getByRole('heading', { name: cashier('deposit.state.waiting') }),
  ).toBeVisible();

  await page.goto(`${site()}/promotions?deposit=${fast}&amount=300`);
  const amount = drawer.getByLabel(cashier('amount.label'), { exact: true });
  await expect(drawer.getByText(/Yatırım limitinizden kalan: 200,00\sTL/)).toBeVisible();
  await drawer.getByRole('button', { name: cashier('confirm.next') }).click();
  await expect(amount).toHaveAttribute('aria-invalid', 'true');

  await page.goto(`${site()}/profile/limits`);
  await deposits.getByLabel(words('limit.amount')).fill('900');
  await deposits.getByRole('button', { name: words('limit.save') }).click();
  await expect(deposits.getByText(/Bekleyen değişiklik: 900,00\sTL/)).toBeVisible();
  await expect(deposits.getByText(/Kalan: 200,00\sTL/)).toBeVisible();
  await expect(deposits.getByRole('button', { name: words('pending.confirm') })).toBeHidden();

  await moveClock(page, { advance: '24h1m' });
  // The platform's own session has ended: the player logs in again.
  await page.context().clearCookies({ name: 'croupier' });
  await page.evaluate(() => localStorage.clear());
  await logIn(page);
  await page.goto(`${site()}/profile/limits`);
  await deposits.getByRole('button', { name: words('pending.confirm') }).click();
  await expect(deposits.getByText(/Kalan: 900,00\sTL/)).toBeVisible();

  const breaks = main.getByRole('region', { name: words('break.title') });
  await breaks.getByRole('button', { name: words('break.hours_24') }).click();
  await breaks.getByRole('button', { name: words('break.start') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('break.start') })
    .click();
  await expect(breaks.getByText(/^Aradasınız\. Bitiş: /)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.goto(`${site()}/promotions?deposit=${fast}`);
  await expect(drawer.getByText(payments('allowance.coolOff'))).toBeVisible();
  await page.goto(`${site()}/play/slot/1001`);
  await expect(page.getByText(/^Ara verdiniz/)).toBeVisible();
  await page.goto(`${site()}/profile/withdraw`);
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(main.getByRole('alert')).toHaveCount(0);
});
