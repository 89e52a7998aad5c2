import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { paths } from '../src/lib/paths/paths';
import { violations } from './axe';
import { balance, changeMode, expect, logIn, main, site, test } from './fixtures';
import { moveClock, scenario } from './mock';
import { LoginPage } from './pages/login';
import { texts } from './texts';

const words = texts('tr', 'cashier');
const payments = texts('tr', 'payments');
const layout = texts('tr', 'layout');

/** The texts of the mock payment provider's page. */
const pay = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../bff/mock/pay/text/tr.json'), 'utf8'),
) as Record<'confirm' | 'approved.title', string>;

/** Transfers at once and settles after two minutes of the mock's clock. */
const fast = 12;

test('a guest logs in into the drawer; the deposit is confirmed, waits and is credited by itself @phone', async ({
  page,
  isMobile,
}) => {
  const drawer = page.getByRole('dialog', { name: words('deposit.title') });
  if (isMobile) {
    await page.goto(site() + paths.promotions.to());
    await page
      .getByRole('navigation', { name: layout('bar.label') })
      .getByRole('button', { name: layout('bar.deposit') })
      .click();
    await expect(page).toHaveURL(site() + paths.login.to());
    await new LoginPage(page).enter('demo', 'Demo123');
    await expect(page).toHaveURL(`${site()}/promotions?deposit=`);
    await expect(page.getByRole('dialog')).toBeVisible();
  }
  await page.goto(`${site()}/promotions?deposit=${fast}&amount=500`);
  if (!isMobile) {
    await expect(page).toHaveURL(site() + paths.login.to());
    await new LoginPage(page).enter('demo', 'Demo123');
    await expect(page).toHaveURL(`${site()}/promotions?deposit=${fast}&amount=500`);
  }
  await expect(drawer.getByLabel(words('amount.label'), { exact: true })).toHaveValue('500');
  expect(await violations(page, { include: 'dialog' })).toEqual([]);
  await changeMode(page);
  expect(await violations(page, { include: 'dialog', rule: 'color-contrast' })).toEqual([]);

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
  await expect(page).toHaveURL(site() + paths.promotions.to());
  await expect(balance(page)).toContainText('3.000,00');
});

/** Continues to the confirmation and sends the payment. */
async function confirm(page: Page, payment: 'deposit' | 'withdraw'): Promise<void> {
  for (const key of ['confirm.next', `${payment}.send`])
    await main(page)
      .getByRole('button', { name: words(key) })
      .click();
}

/** Loses the responses to payments that the platform executes. Returns their keys. */
async function loseResponses(page: Page): Promise<(string | undefined)[]> {
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

test('after a lost response a deposit goes on in every tab; an unknown one is paid once', async ({
  page,
  context,
}) => {
  await logIn(page);
  const keys = await loseResponses(page);
  const goOn = { name: words('receipt.goOn') };
  const code = { name: words('receipt.qr') };
  const approved = { name: words('deposit.state.approved') };
  const send = async () => {
    await confirm(page, 'deposit');
    const waiting = { name: words('deposit.state.waiting') };
    await expect(main(page).getByRole('heading', waiting)).toBeVisible();
  };
  await page.goto(`${site()}/profile/deposit?method=21`);
  await main(page).getByText('500 TL', { exact: true }).click();
  await main(page).getByLabel('Kart numarası').fill('4242 4242 4242 4242');
  await send();
  const card = await main(page).getByRole('link', goOn).getAttribute('href');

  await page.goto(`${site()}/profile/deposit?method=41`);
  await main(page).getByLabel(words('amount.label'), { exact: true }).fill('300');
  await send();
  await expect(main(page).getByRole('img', code)).toBeVisible();
  expect(new Set(keys).size).toBe(2);

  const other = await context.newPage();
  await other.goto(`${site()}/profile/deposit`);
  const open = other.getByRole('region', { name: words('open.title') });
  await open.getByRole('button', { name: /Yıldız Kart/ }).click();
  await expect(other.getByRole('link', goOn)).toHaveAttribute('href', card ?? '');
  const [provider] = await Promise.all([
    other.waitForEvent('popup'),
    other.getByRole('link', goOn).click(),
  ]);
  await provider.getByRole('button', { name: pay.confirm }).click();
  await expect(provider.getByRole('heading', { name: pay['approved.title'] })).toBeVisible();
  await provider.close();
  await expect(main(other).getByRole('heading', approved)).toBeVisible();
  await expect(balance(other)).toContainText('3.000,00');
  await other.getByRole('button', { name: words('deposit.again') }).click();
  await open.getByRole('button', { name: /Anka Coin/ }).click();
  await expect(other.getByRole('img', code)).toBeVisible();
  await other.close();

  await page.route('**/endpoint/v1', async (route) => {
    if (!route.request().postData()?.includes('payment_outcome')) return route.fallback();
    await route.abort();
  });
  await page.goto(`${site()}/profile/deposit?method=31`);
  await main(page).getByLabel(words('amount.label'), { exact: true }).fill('100');
  await main(page).getByLabel('Telefon').fill('+905321112233');
  await confirm(page, 'deposit');
  await expect(main(page).getByText(words('unknown.title'))).toBeVisible();
  expect(keys).toHaveLength(3);
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(main(page).getByRole('heading', approved)).toBeVisible();
  await expect(balance(page)).toContainText('3.100,00');
});

test('what stands in the way of a withdrawal is named; a refused one keeps its form; one that is stuck can be cancelled', async ({
  page,
}) => {
  await logIn(page);
  const amount = main(page).getByLabel(words('amount.label'), { exact: true });
  const before = main(page).getByRole('region', { name: words('before.title') });
  const open = async () => {
    await page.goto(`${site()}/profile/withdraw?method=62`);
    await amount.fill('200');
    await main(page).getByLabel('Telefon').fill('+905321112233');
    await main(page).getByLabel(words('withdraw.validUntil')).fill('2031-04-30');
  };
  const send = () => confirm(page, 'withdraw');
  for (const [name, link, named, refusal] of [
    ['mid-wagering', words('before.bonusLink'), /çevrim kaldı/, /çevrimi tamamlanmadan/],
    ['kyc-rejected', words('identity.more'), words('identity.withdraw.rejected'), /yeni bir belge/],
  ] as const) {
    await scenario(page, name);
    await open();
    await expect(before.getByText(named)).toBeVisible();
    await expect(before.getByRole('link', { name: link })).toBeVisible();
    await send();
    await expect(main(page).getByRole('alert').filter({ hasText: refusal })).toBeVisible();
    await expect(amount).toHaveValue('200');
  }
  await before.getByRole('link', { name: words('identity.more') }).click();
  await expect(main(page).getByText(texts('tr', 'account')('verification.rejected'))).toBeVisible();
  await expect(balance(page)).toContainText('2.500,00');

  await scenario(page, 'happy');
  await open();
  await scenario(page, 'insufficient-funds');
  await send();
  await expect(main(page).getByRole('alert').first()).toBeVisible();
  await expect(amount).toHaveValue('200');

  await scenario(page, 'withdrawal-stuck');
  await send();
  const waiting = main(page).getByRole('heading', { name: words('withdraw.state.waiting') });
  await expect(waiting).toBeVisible();
  await expect(balance(page)).toContainText('2.300,00');
  await page.goto(`${site()}/profile/transactions?kind=withdrawal&status=1001`);
  const cancel = { name: payments('cancel.button') };
  await main(page).getByRole('button', cancel).first().click();
  await page.getByRole('dialog').getByRole('button', cancel).click();
  await expect(balance(page)).toContainText('2.500,00');
});
