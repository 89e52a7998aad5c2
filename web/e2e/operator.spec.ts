import type { Browser, Page } from '@playwright/test';
import { paths } from '../src/lib/paths';
import { staffPaths } from '../src/lib/paths/staff';
import { expect, test } from './fixtures';
import { control } from './mock';
import { LoginPage } from './pages/login';
import { startRedis, type Redis } from './redis';
import { startCroupier, type Croupier } from './server';
import { texts } from './texts';

const t = texts('tr', 'staff');
const words = texts('tr', 'staffPages');
const cashier = texts('tr', 'cashier');

const passwords = { destek: 'Destek123!', yonetici: 'Yonetici123!' } as const;

/** Two instances on one Redis: the player uses the first, the staff the second. */
let redis: Redis;
let first: Croupier;
let second: Croupier;
test.beforeAll(async () => {
  redis = await startRedis();
  first = await startCroupier([], { redis: redis.url });
  second = await startCroupier([], { redis: redis.url, keysOf: first });
});
test.afterAll(async () => {
  await second.stop();
  await first.stop();
  await redis.stop();
});

const at = (server: Croupier, path: string) =>
  `http://marmara.localhost:${server.address.split(':').at(-1)}${path}`;

/** Logs an account in to the console of the second instance, in a browser of its own. */
async function staff(browser: Browser, name: keyof typeof passwords): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'tr-TR' })).newPage();
  await page.goto(at(second, staffPaths.brands.to()));
  await page.getByLabel(t('login.name')).fill(name);
  await page.getByLabel(t('login.password'), { exact: true }).fill(passwords[name]);
  await page.getByRole('button', { name: t('login.submit') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('brands.title') })).toBeVisible();
  return page;
}

/** Enters text into the search over everything and opens its first result. */
async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: t('search.title') }).fill(text);
  await page.keyboard.press('Enter');
}

/** Types the word of a confirmation and confirms. */
async function confirm(page: Page, word: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(word);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('a day of the staff: a failed deposit, its settlement by two, maintenance, and who did what @once', async ({
  browser,
}) => {
  const player = await (await browser.newContext({ locale: 'tr-TR' })).newPage();
  await player.goto(at(first, paths.login.to()));
  await new LoginPage(player).enter('demo', 'Demo123');
  await expect(player).toHaveURL(at(first, '/'));
  await control(player, 'fault', {
    call: 'prepayServices/processTransaction',
    kind: 'status',
    status: 500,
    times: 1,
  });
  await player.goto(at(first, paths.profileDeposit.to()));
  const main = player.getByRole('main');
  await main.getByText('Yıldız Kart').first().click();
  await main.getByText('500 TL', { exact: true }).click();
  await main.getByLabel('Kart numarası').fill('4242 4242 4242 4242');
  await main.getByRole('button', { name: cashier('confirm.next') }).click();
  await main.getByRole('button', { name: cashier('deposit.send') }).click();
  await expect(main.getByText(cashier('unknown.title'))).toBeVisible();
  const requestId = await main.locator('code').innerText();

  // The id that the player quotes leads to the payment, on the other instance.
  const support = await staff(browser, 'destek');
  await search(support, requestId);
  await expect(support.getByText(words('outcome.unknown'))).toBeVisible();
  await expect(support.getByRole('link', { name: 'demo' })).toBeVisible();
  await support.getByRole('link', { name: words('payment.open') }).click();
  await support.getByText(words('settlement.choices.executed'), { exact: true }).click();
  await support.getByLabel(words('settlement.reference')).fill('PLT-4711');
  await support.getByRole('button', { name: words('settlement.propose') }).click();
  await expect(support.getByText(words('settlement.waiting'))).toBeVisible();
  await expect(
    support.getByRole('button', { name: words('settlement.approve'), exact: true }),
  ).toHaveCount(0);

  const admin = await staff(browser, 'yonetici');
  await admin.goto(at(second, `${staffPaths.payments.to()}?state=proposed`));
  await admin.getByRole('row').nth(1).getByRole('link').first().click();
  await admin.getByRole('button', { name: words('settlement.approve'), exact: true }).click();
  await confirm(admin, 'marmara', words('settlement.approve'));
  await expect(support.getByText(/yonetici ·/)).toBeVisible();
  // The player's open page is told.
  await expect(main.getByText(cashier('unknown.title'))).toBeHidden();

  // A limit that support tightens is shown to the player at the other instance at once.
  const limits = (key: string) => words(`limits.${key}`);
  await player.goto(at(first, paths.profileLimits.to()));
  await support.getByRole('link', { name: 'demo' }).first().click();
  const change = support.getByRole('dialog');
  const amount = change.getByLabel(words('limits.amountLabel', { currency: 'TRY' }));
  await support.getByRole('button', { name: limits('tighten'), exact: true }).click();
  await amount.fill('700');
  await change.getByLabel(limits('reason')).fill('A call of the player');
  await change.getByRole('textbox').last().fill('demo');
  await change.getByRole('button', { name: limits('tightenSubmit') }).click();
  await expect(change).toBeHidden();
  await expect(main.getByText(/^700,00\sTL/)).toBeVisible();

  // Closed and opened again: the player's page follows without a reload.
  await search(support, 'marmara');
  await support.getByRole('link', { name: t('close.action') }).click();
  await support.getByRole('button', { name: t('close.submitNow') }).click();
  await confirm(support, 'marmara', t('close.submitNow'));
  await expect(player).toHaveURL(at(first, paths.maintenance.to()));
  await support.getByRole('button', { name: t('switch.off'), exact: true }).click();
  await support
    .getByRole('dialog')
    .getByRole('button', { name: t('switch.off') })
    .click();
  await expect(player).not.toHaveURL(at(first, paths.maintenance.to()));

  await admin.goto(at(second, `${staffPaths.audit.to()}?brand=marmara`));
  const log = admin.getByRole('table', { name: words('audit.title') });
  await expect(log.getByRole('row', { name: /destek.*maintenance/ })).toHaveCount(2);
  await expect(log.getByRole('row', { name: /destek.*settlement/ }).first()).toBeVisible();
  await expect(log.getByRole('row', { name: /yonetici.*settlement/ }).first()).toBeVisible();
});
