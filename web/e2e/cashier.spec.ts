import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from './axe';
import { expect, site, test } from './fixtures';
import { control, moveClock } from './mock';
import { LoginPage } from './pages/login';
import { texts } from './texts';

const words = texts('tr', 'cashier');
const payments = texts('tr', 'payments');
const layout = texts('tr', 'layout');

/** The texts of the mock payment provider's page. */
const provider = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../bff/mock/pay/text/tr.json'), 'utf8'),
) as Record<'confirm' | 'approved.title', string>;

/** Transfers at once; settles after two minutes of the mock's clock. */
const fast = 12;

async function logIn(page: Page, username = 'demo') {
  await page.goto(`${site()}/login`);
  await new LoginPage(page).enter(username, 'Demo123');
  await expect(page).toHaveURL(`${site()}/`);
}

const balance = (page: Page) => page.getByRole('banner').getByTestId('balance');

test('a guest logs in into the drawer; the deposit is confirmed, waits and is credited by itself', async ({
  page,
  isMobile,
}) => {
  await page.goto(`${site()}/promotions`);
  if (isMobile) {
    await page
      .getByRole('navigation', { name: layout('bar.label') })
      .getByRole('button', { name: layout('bar.deposit') })
      .click();
    await expect(page).toHaveURL(`${site()}/login`);
    await new LoginPage(page).enter('demo', 'Demo123');
    await expect(page).toHaveURL(`${site()}/promotions?deposit=`);
    await expect(page.getByRole('dialog')).toBeVisible();
  }
  await page.goto(`${site()}/promotions?deposit=${fast}&amount=500`);
  if (!isMobile) {
    await expect(page).toHaveURL(`${site()}/login`);
    await new LoginPage(page).enter('demo', 'Demo123');
    await expect(page).toHaveURL(`${site()}/promotions?deposit=${fast}&amount=500`);
  }
  const drawer = page.getByRole('dialog', { name: words('deposit.title') });
  await expect(drawer.getByLabel(words('amount.label'), { exact: true })).toHaveValue('500');

  for (const mode of ['dark', 'light']) {
    await page.evaluate((it) => (document.documentElement.dataset.mode = it), mode);
    expect(await violations(page, { include: 'dialog' })).toEqual([]);
  }

  await drawer.getByRole('combobox', { name: words('bank.label') }).click();
  await drawer.getByRole('option').first().click();
  await drawer.getByRole('button', { name: words('confirm.next') }).click();
  await expect(drawer.getByText(words('confirm.deposit'))).toBeFocused();
  await drawer.getByRole('button', { name: words('deposit.send') }).click();

  await expect(drawer.getByRole('heading', { name: words('deposit.state.waiting') })).toBeVisible();
  await expect(drawer.getByText(/^TR\d\d /).first()).toBeVisible();
  await moveClock(page, { advance: '3m' });
  await expect(
    drawer.getByRole('heading', { name: words('deposit.state.approved') }),
  ).toBeVisible();
  await drawer.getByRole('button', { name: texts('tr', 'common')('close') }).click();
  await expect(page).toHaveURL(`${site()}/promotions`);
  await expect(balance(page)).toContainText('3.000,00');
});

test('a deposit is continued at the provider and credited once confirmed there @once', async ({
  page,
}) => {
  await logIn(page);
  const main = page.getByRole('main');
  await page.goto(`${site()}/profile/deposit`);
  await main.getByText('Yıldız Kart').first().click();
  await main.getByText('500 TL', { exact: true }).click();
  await main.getByLabel('Kart numarası').fill('4242 4242 4242 4242');
  await main.getByRole('button', { name: words('confirm.next') }).click();
  await main.getByRole('button', { name: words('deposit.send') }).click();

  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    main.getByRole('link', { name: words('receipt.goOn') }).click(),
  ]);
  await tab.getByRole('button', { name: provider.confirm }).click();
  await expect(tab.getByRole('heading', { name: provider['approved.title'] })).toBeVisible();
  await tab.close();
  await expect(main.getByRole('heading', { name: words('deposit.state.approved') })).toBeVisible();
  await expect(balance(page)).toContainText('3.000,00');
});

/** Loses the answers to payments, which the platform executes. Returns their keys. */
async function loseAnswers(page: Page): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  await page.route('**/endpoint/v1', async (route) => {
    const request = route.request();
    if (!request.postData()?.includes('processTransaction')) return route.continue();
    keys.push(request.headers()['idempotency-key']);
    // Node does not resolve names below localhost.
    const { host, port } = new URL(request.url());
    const headers = { ...(await request.allHeaders()), host };
    await route.fetch({ url: `http://127.0.0.1:${port}/endpoint/v1`, headers });
    await route.abort();
  });
  return keys;
}

test('a deposit whose answer was lost is paid once and resolves itself after a reload @once', async ({
  page,
}) => {
  await logIn(page);
  const keys = await loseAnswers(page);
  await page.route('**/endpoint/v1', async (route) => {
    if (!route.request().postData()?.includes('payment_outcome')) return route.fallback();
    await route.abort();
  });
  await page.goto(`${site()}/profile/deposit?method=31`);
  const main = page.getByRole('main');
  await main.getByLabel(words('amount.label'), { exact: true }).fill('100');
  await main.getByLabel('Telefon').fill('+905321112233');
  await main.getByRole('button', { name: words('confirm.next') }).click();
  await main.getByRole('button', { name: words('deposit.send') }).click();
  await expect(main.getByText(words('unknown.title'))).toBeVisible();
  expect(keys).toHaveLength(1);

  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(main.getByRole('heading', { name: words('deposit.state.approved') })).toBeVisible();
  await expect(balance(page)).toContainText('2.600,00');
});

test('a deposit whose answer was lost can be continued, in every tab @once', async ({
  page,
  context,
}) => {
  await logIn(page);
  const keys = await loseAnswers(page);
  const main = page.getByRole('main');
  const waiting = main.getByRole('heading', { name: words('deposit.state.waiting') });
  const goOn = { name: words('receipt.goOn') };
  const code = { name: words('receipt.qr') };
  const send = async () => {
    await main.getByRole('button', { name: words('confirm.next') }).click();
    await main.getByRole('button', { name: words('deposit.send') }).click();
    await expect(waiting).toBeVisible();
  };
  await page.goto(`${site()}/profile/deposit?method=21`);
  await main.getByText('500 TL', { exact: true }).click();
  await main.getByLabel('Kart numarası').fill('4242 4242 4242 4242');
  await send();
  const card = await main.getByRole('link', goOn).getAttribute('href');

  await page.goto(`${site()}/profile/deposit?method=41`);
  await main.getByLabel(words('amount.label'), { exact: true }).fill('300');
  await send();
  await expect(main.getByRole('img', code)).toBeVisible();
  expect(new Set(keys).size).toBe(2);

  const other = await context.newPage();
  await other.goto(`${site()}/profile/deposit`);
  const open = other.getByRole('region', { name: words('open.title') });
  await open.getByRole('button', { name: /Yıldız Kart/ }).click();
  await expect(other.getByRole('link', goOn)).toHaveAttribute('href', card ?? '');
  await other.getByRole('button', { name: words('deposit.again') }).click();
  await open.getByRole('button', { name: /Anka Coin/ }).click();
  await expect(other.getByRole('img', code)).toBeVisible();
});

test('a withdrawal that is refused keeps its form; one that is stuck can be cancelled @once', async ({
  page,
}) => {
  await logIn(page);
  await page.goto(`${site()}/profile/withdraw?method=62`);
  const main = page.getByRole('main');
  await main.getByLabel(words('amount.label'), { exact: true }).fill('200');
  await main.getByLabel('Telefon').fill('+905321112233');
  await main.getByLabel(words('withdraw.validUntil')).fill('2031-04-30');
  const send = async () => {
    await main.getByRole('button', { name: words('confirm.next') }).click();
    await main.getByRole('button', { name: words('withdraw.send') }).click();
  };
  await control(page, 'scenario', { name: 'insufficient-funds' });
  await send();
  await expect(main.getByRole('alert').first()).toBeVisible();
  await expect(main.getByLabel(words('amount.label'), { exact: true })).toHaveValue('200');

  await control(page, 'scenario', { name: 'withdrawal-stuck' });
  await send();
  await expect(main.getByRole('heading', { name: words('withdraw.state.waiting') })).toBeVisible();
  await expect(balance(page)).toContainText('2.300,00');
  await page.goto(`${site()}/profile/transactions?kind=withdrawal&status=1001`);
  await main
    .getByRole('button', { name: payments('cancel.button') })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: payments('cancel.button') })
    .click();
  await expect(balance(page)).toContainText('2.500,00');
});

test('what stands in the way of a withdrawal is named before the form and at its refusal @once', async ({
  page,
}) => {
  await logIn(page);
  const main = page.getByRole('main');
  const amount = main.getByLabel(words('amount.label'), { exact: true });
  const before = main.getByRole('region', { name: words('before.title') });
  for (const [scenario, link, named, refusal] of [
    ['mid-wagering', words('before.bonusLink'), /çevrim kaldı/, /çevrimi tamamlanmadan/],
    ['kyc-rejected', words('identity.more'), words('identity.withdraw.rejected'), /yeni bir belge/],
  ] as const) {
    await control(page, 'scenario', { name: scenario });
    await page.goto(`${site()}/profile/withdraw?method=62`);
    await expect(before.getByText(named)).toBeVisible();
    await expect(before.getByRole('link', { name: link })).toBeVisible();
    await amount.fill('200');
    await main.getByLabel('Telefon').fill('+905321112233');
    await main.getByLabel(words('withdraw.validUntil')).fill('2031-04-30');
    await main.getByRole('button', { name: words('confirm.next') }).click();
    await main.getByRole('button', { name: words('withdraw.send') }).click();
    await expect(main.getByRole('alert').filter({ hasText: refusal })).toBeVisible();
    await expect(amount).toHaveValue('200');
  }
  await before.getByRole('link', { name: words('identity.more') }).click();
  await expect(main.getByText(texts('tr', 'account')('verification.rejected'))).toBeVisible();
  await expect(balance(page)).toContainText('2.500,00');
});
