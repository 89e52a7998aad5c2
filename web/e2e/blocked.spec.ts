import type { Page } from '@playwright/test';
import { expect, site, test } from './fixtures';
import { control } from './mock';
import { LoginPage } from './pages/login';
import { texts } from './texts';

const errors = texts('tr', 'errors');
const cashier = texts('tr', 'cashier');

/** Makes calls of the test's world fail with HTTP 500. */
async function fail(page: Page, ...calls: string[]): Promise<void> {
  for (const call of calls) await control(page, 'fault', { call, kind: 'status', status: 500 });
}

/** Ends every fault of the test's world. */
const repair = (page: Page) =>
  page.evaluate(async () => {
    await fetch('/__mock/fault', { method: 'DELETE', headers: { panel: 'frontend' } });
  });

const notice = (page: Page) => page.getByText(errors('blocked.text'));

/** Opens the form of a bank account, changes it and sends it. */
async function sendAccount(page: Page): Promise<void> {
  await page.goto(`${site()}/login`);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(`${site()}/`);
  await page.goto(`${site()}/profile/bank-accounts`);
  await page
    .getByRole('button', { name: cashier('account.edit') })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByLabel(cashier('account.number')).fill('73417341');
  await fail(page, 'finance/save_bank_account', 'system/ping');
  await form.getByRole('button', { name: cashier('account.save') }).click();
  await expect(notice(page)).toBeVisible();
}

/** Expects the form as it was filled in, and sends it. */
async function continueAccount(page: Page): Promise<void> {
  const form = page.getByRole('dialog');
  await expect(form.getByLabel(cashier('account.number'))).toHaveValue('73417341');
  await form.getByRole('button', { name: cashier('account.save') }).click();
  await expect(page.getByText(cashier('account.updated'))).toBeVisible();
}

test('an HTTP 500 to a player blocks the page until the platform answers; what was typed stays', async ({
  page,
}) => {
  await sendAccount(page);
  const received = async () =>
    (await control<{ method: string }[]>(page, 'calls?limit=100')).filter(
      ({ method }) => method === 'save_bank_account',
    ).length;
  const before = await received();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: cashier('account.save') })
    .click();
  await expect(notice(page)).toBeVisible();
  expect(await received()).toBe(before);

  await repair(page);
  await expect(page.getByText(errors('blocked.ended'))).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await continueAccount(page);
});

test('a blocked page tries again when asked @once', async ({ page }) => {
  await sendAccount(page);
  const probe = page.waitForRequest((request) => request.postData()?.includes('"ping"') ?? false);
  await page.getByRole('button', { name: errors('blocked.retry') }).click();
  await probe;
  await expect(notice(page)).toBeVisible();
  await repair(page);
  // By itself: a click would race with the page's own next attempt.
  await expect(notice(page)).toHaveCount(0);
  await continueAccount(page);
});

test('an HTTP 500 to a guest fails one part of the page @once', async ({ page }) => {
  await page.goto(`${site()}/promotions`);
  await fail(page, 'casino/games_list');
  await page.goto(`${site()}/slot`);
  await expect(page.getByText(texts('tr', 'common')('error.title'))).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await page.goto(`${site()}/live`);
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
});
