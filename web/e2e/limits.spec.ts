import type { Page } from '@playwright/test';
import { formatMoney } from '../src/lib/format/number';
import { paths } from '../src/lib/paths';
import { violations } from './axe';
import { expect, site, test } from './fixtures';
import { moveClock } from './mock';
import { LoginPage } from './pages/login';
import { texts } from './texts';

/** Transfers at once. */
const fast = 12;

/** The language on each viewport, so that both directions of writing are covered at the cost of one. */
const languages = { desktop: 'ar', phone: 'tr' } as const;

test('a limit holds before anything is sent; a looser one waits a day; a break closes deposits and games; the history lists it', async ({
  page,
  context,
}, { project }) => {
  const lang = languages[project.name as keyof typeof languages];
  const words = texts(lang, 'limits');
  const cashier = texts(lang, 'cashier');
  const payments = texts(lang, 'payments');
  const play = texts(lang, 'play');
  const money = (amount: number) => formatMoney(amount, 'TRY', lang);
  const address = site() + paths.profileLimits.to();
  const openLimits = async () => {
    await page.goto(site() + paths.login.to());
    await new LoginPage(page, lang).enter('demo', 'Demo123');
    await expect(page).toHaveURL(site() + paths.home.to());
    await page.goto(address);
  };
  await context.addCookies([{ name: 'language', value: lang, url: site() }]);
  await openLimits();
  await expect(page.locator('html')).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr');
  const main = page.getByRole('main');
  const deposits = main.getByRole('region', { name: words('kinds.deposit.title') });
  const left = (amount: number) =>
    deposits.getByText(words('limit.left', { amount: money(amount) }));
  const pending = (amount: number) =>
    deposits.getByText(words('pending.change', { amount: money(amount) }));
  await deposits.getByLabel(words('limit.amount')).fill('500');
  await deposits.getByRole('button', { name: words('limit.save') }).click();
  await expect(left(500)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // Modes differ in their colours only.
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.mode = dataset.mode === 'dark' ? 'light' : 'dark';
  });
  expect(await violations(page, { rule: 'color-contrast', include: 'main' })).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await deposits.getByRole('button', { name: words('limit.remove') }).click();
  await expect(deposits.getByText(words('pending.removal'))).toBeVisible();
  await deposits.getByRole('button', { name: words('pending.cancel') }).click();
  await expect(deposits.getByText(words('pending.removal'))).toBeHidden();

  await page.goto(`${address}?deposit=${fast}&amount=300`);
  const drawer = page.getByRole('dialog', { name: cashier('deposit.title') });
  await drawer.getByRole('combobox', { name: cashier('bank.label') }).click();
  await drawer.getByRole('option').first().click();
  await drawer.getByRole('button', { name: cashier('confirm.next') }).click();
  await drawer.getByRole('button', { name: cashier('deposit.send') }).click();
  await expect(
    drawer.getByRole('heading', { name: cashier('deposit.state.waiting') }),
  ).toBeVisible();

  await drawer.getByRole('button', { name: cashier('deposit.again') }).click();
  const amount = drawer.getByLabel(cashier('amount.label'), { exact: true });
  await amount.fill('300');
  await expect(
    drawer.getByText(payments('allowance.left', { left: money(200) })).first(),
  ).toBeVisible();
  await drawer.getByRole('button', { name: cashier('confirm.next') }).click();
  await expect(amount).toHaveAttribute('aria-invalid', 'true');

  await drawer.getByRole('button', { name: texts(lang, 'common')('close') }).click();
  await expect(drawer).toBeHidden(); // until then the page below takes no input
  await deposits.getByLabel(words('limit.amount')).fill('900');
  await deposits.getByRole('button', { name: words('limit.save') }).click();
  await expect(pending(900)).toBeVisible();
  await expect(left(200)).toBeVisible();
  await expect(deposits.getByRole('button', { name: words('pending.confirm') })).toBeHidden();

  await moveClock(page, { advance: '24h1m' });
  // The platform's own session has ended: the player logs in again.
  await page.context().clearCookies({ name: 'croupier' });
  await page.evaluate(() => localStorage.clear());
  await openLimits();
  await deposits.getByRole('button', { name: words('pending.confirm') }).click();
  await expect(left(900)).toBeVisible();

  const breaks = main.getByRole('region', { name: words('break.title') });
  await breaks.getByRole('button', { name: words('break.hours_24') }).click();
  await breaks.getByRole('button', { name: words('break.start') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('break.start') })
    .click();
  await expect(breaks.getByText(words('break.active', { until: '' }))).toBeVisible();
  expect(await violations(page, { include: 'main' })).toEqual([]);

  // Latest first.
  const limit = { kind: words('kinds.deposit.title'), period: words('limit.day') };
  const entry = (change: string, amount = 0) =>
    words(`history.${change}`, { ...limit, value: money(amount) });
  const history = main.getByRole('region', { name: words('history.title') });
  await expect(history.getByRole('listitem')).toContainText([
    words('history.break', { until: '|' }).split('|')[0]!,
    entry('confirmed', 900),
    entry('asked_looser', 900),
    entry('taken_back'),
    entry('asked_removal'),
    entry('set', 500),
  ]);

  await page.goto(`${address}?deposit=${fast}`);
  await expect(drawer.getByText(payments('allowance.coolOff'))).toBeVisible();
  await page.goto(site() + paths.play.to({ type: 'slot', id: '1001' }));
  await expect(page.getByRole('button', { name: play('limits.open') })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.goto(site() + paths.profileWithdraw.to());
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(main.getByRole('alert')).toHaveCount(0);
});

/** How much wider the page is than the window: pixels. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
