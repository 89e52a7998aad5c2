import type { Locator, Page } from '@playwright/test';
import { formatMoney } from '../src/lib/format/number';
import { paths } from '../src/lib/paths/paths';
import { violations } from './axe';
import { changeMode, expect, failure, logIn, main, overflow, site, test } from './fixtures';
import { moveClock } from './mock';
import { Lobby } from './pages/lobby';
import { PlayPage } from './pages/play';
import { texts } from './texts';

/** Transfers at once. */
const fast = 12;

const slot = site() + paths.play.to({ game: 'slot', id: '1001' });

test('a limit holds before anything is sent; a looser one waits a day; a break closes deposits and games', async ({
  page,
  context,
}) => {
  const lang = 'ar';
  const words = texts(lang, 'limits');
  const cashier = texts(lang, 'cashier');
  const payments = texts(lang, 'payments');
  const play = texts(lang, 'play');
  const money = (amount: number) => formatMoney(amount, 'TRY', lang);
  const address = site() + paths.profileLimits.to();
  await context.addCookies([{ name: 'language', value: lang, url: site() }]);
  await logIn(page);
  await page.goto(address);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const deposits = main(page).getByRole('region', { name: words('kinds.deposit.title') });
  const left = (amount: number) =>
    deposits.getByText(words('limit.left', { amount: money(amount) }));
  const pending = (amount: number) =>
    deposits.getByText(words('pending.change', { amount: money(amount) }));
  await deposits.getByLabel(words('limit.amount')).fill('500');
  await deposits.getByRole('button', { name: words('limit.save') }).click();
  await expect(left(500)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // Modes differ in their colours only.
  await changeMode(page);
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
  // The platform's own session has ended, so the player logs in again.
  await page.context().clearCookies({ name: 'croupier' });
  await page.evaluate(() => localStorage.clear());
  await logIn(page);
  await page.goto(address);
  await deposits.getByRole('button', { name: words('pending.confirm') }).click();
  await expect(left(900)).toBeVisible();

  const breaks = main(page).getByRole('region', { name: words('break.title') });
  await breaks.getByRole('button', { name: words('break.start') }).click();
  await beginBreak(page, lang);
  const line = texts(lang, 'break')('running.break', { until: '' });
  await expect(main(page).getByRole('status').filter({ hasText: line })).toBeVisible();
  expect(await violations(page, { include: 'main' })).toEqual([]);

  await page.goto(`${address}?deposit=${fast}`);
  await expect(drawer.getByText(payments('allowance.closed'))).toBeVisible();
  await page.goto(slot);
  await expect(page.getByRole('button', { name: play('limits.open') })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.goto(site() + paths.profileWithdraw.to());
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
  await expect(main(page).getByRole('alert')).toHaveCount(0);
});

async function startGame(page: Page): Promise<PlayPage> {
  await logIn(page);
  await page.goto(slot);
  const play = new PlayPage(page);
  await expect(play.spin).toBeEnabled();
  return play;
}

/** Chooses a day in the break dialog and confirms. */
async function beginBreak(page: Page, lang = 'tr'): Promise<void> {
  const t = texts(lang, 'break');
  const length = t('length.day');
  await page
    .getByRole('dialog', { name: t('title') })
    .getByRole('button', { name: length })
    .click();
  const question = page.getByRole('dialog', { name: t('question', { length }) });
  await expect(question.getByText(t('fact.fixed'))).toBeVisible();
  await question.getByRole('button', { name: t('start'), exact: true }).click();
  await expect(question).toBeHidden();
}

/** Expects that the site has closed the game for a reason and starts no other one. */
async function expectClosed(page: Page, reason: 'break' | 'limit'): Promise<void> {
  const t = texts('tr', 'play');
  const closed = t('limits.closed', { reason: t(`limits.${reason}`) });
  await expect(page.getByText(closed)).toBeVisible();
  await expect(page).toHaveURL(site() + paths.home.to());
  await expect(page.locator('iframe')).toHaveCount(0);

  await page.goto(slot);
  await expect(failure(page)).toBeVisible();
  await expect(page).toHaveURL(site() + paths.home.to());
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('button', { name: t('limits.open') }).click();
  await expect(page).toHaveURL(site() + paths.profileLimits.to());
}

test('a break from the bar of the game, or from another tab, closes the game, and no other starts @phone', async ({
  page,
  context,
  isMobile,
}) => {
  await startGame(page);
  const button = page.getByRole('button', { name: texts('tr', 'play')('break'), exact: true });
  await button.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violations(page, { include: 'dialog' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(page.locator('iframe')).toHaveCount(1);

  // Both places open the same dialog, so each project begins the break in one of them.
  if (isMobile) {
    await button.click();
    await beginBreak(page);
  } else {
    const other = await context.newPage();
    await other.goto(site() + paths.promotions.to());
    await new Lobby(other).takeBreak();
    await beginBreak(other);
  }
  await expectClosed(page, 'break');
});

test('a limit that is set and reached in one tab closes the game in another', async ({
  page,
  context,
}) => {
  const t = texts('tr', 'limits');
  await (await startGame(page)).playRound();

  const other = await context.newPage();
  await other.goto(site() + paths.profileLimits.to());
  const stakes = other.getByRole('region', { name: t('kinds.stake.title') });
  await stakes.getByLabel(t('limit.amount')).fill('1');
  await stakes.getByRole('button', { name: t('limit.save') }).click();
  await expectClosed(page, 'limit');
});

/** The amount in a row of the reality check. */
async function amountIn(dialog: Locator, label: string): Promise<number> {
  const row = dialog.getByRole('paragraph').filter({ hasText: label });
  await expect(row).toContainText(/\d/);
  const text = (await row.textContent()) ?? '';
  const digits = text.slice(label.length).replace('−', '-').replace(',', '.');
  return Number(digits.replace(/[^\d.-]/g, ''));
}

test('a reality check pauses the game after each interval of the player', async ({ page }) => {
  const t = texts('tr', 'play');
  const limits = texts('tr', 'limits');
  await logIn(page);
  await page.clock.install();
  await page.goto(site() + paths.profileLimits.to());
  const interval = page
    .getByRole('group', { name: limits('reality.title') })
    .getByRole('button', { name: limits('minutes_other', { count: 15 }) });
  await interval.click();
  await expect(interval).toHaveAttribute('aria-pressed', 'true');

  await page.goto(slot);
  const play = new PlayPage(page);
  await expect(play.spin).toBeEnabled();
  const stake = await play.playRound();
  const check = page.getByRole('dialog', { name: t('reality.title') });
  const paused = page.locator('[inert] iframe');
  // Time counts in steps of about a minute, because sleep does not count as playing time.
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) await page.clock.fastForward('01:00');
  };
  await pass(13);
  await expect(check).toHaveCount(0);
  await expect(paused).toHaveCount(0);
  await pass(2);
  await expect(
    check.getByText(new RegExp(t('reality.text_other', { count: '1[5-9]' }))),
  ).toBeVisible();
  await expect(paused).toHaveCount(1);
  const stakes = await amountIn(check, t('reality.stakes'));
  expect(stakes).toBe(stake);
  const wins = await amountIn(check, t('reality.wins'));
  expect(await amountIn(check, t('reality.net'))).toBeCloseTo(wins - stakes);
  expect(await violations(page, { include: 'dialog' })).toEqual([]);
  await page.keyboard.press('Escape');
  await check.getByRole('button', { name: t('reality.go') }).click();
  await expect(check).toHaveCount(0);
  await expect(paused).toHaveCount(0);

  await pass(15);
  await check.getByRole('link', { name: t('reality.history') }).click();
  await expect(page).toHaveURL(site() + paths.profileHistory.to({ kind: 'games' }));
  await page
    .getByRole('region')
    .getByRole('link', { name: new RegExp(t('dock.back', { name: '' })) })
    .click();
  await expect(page).toHaveURL(slot);
  await pass(15);
  await check.getByRole('button', { name: t('reality.leave') }).click();
  await expect(page).toHaveURL(site() + paths.home.to());
  await expect(page.locator('iframe')).toHaveCount(0);
});
