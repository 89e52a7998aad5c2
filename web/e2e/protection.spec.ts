import type { Locator, Page } from '@playwright/test';
import { formatMoney } from '../src/lib/format/number';
import { paths } from '../src/lib/paths';
import { violations } from './axe';
import { expect, site, test } from './fixtures';
import { Lobby } from './pages/lobby';
import { LoginPage } from './pages/login';
import { PlayPage } from './pages/play';
import { startWithBrand } from './server';
import { texts } from './texts';

/** The language on each viewport; that of limits.spec.ts is the other one. */
const languages = { desktop: 'tr', phone: 'ar' } as const;

const slot = site() + paths.play.to({ type: 'slot', id: '1001' });

/** Starts a game by way of the login. */
async function startGame(page: Page, lang = 'tr'): Promise<PlayPage> {
  await page.context().addCookies([{ name: 'language', value: lang, url: site() }]);
  await page.goto(slot);
  await new LoginPage(page, lang).enter('demo', 'Demo123');
  const play = new PlayPage(page, lang);
  await expect(play.spin).toBeEnabled();
  return play;
}

/** Chooses a day in the dialog that takes a break, and confirms. */
async function beginBreak(page: Page, lang: string): Promise<void> {
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

/** Expects that the site has closed the game for a reason, and that it starts no other one. */
async function expectClosed(page: Page, lang: string, reason: 'break' | 'limit'): Promise<void> {
  const t = texts(lang, 'play');
  const closed = t('limits.closed', { reason: t(`limits.${reason}`) });
  await expect(page.getByText(closed)).toBeVisible();
  await expect(page).toHaveURL(site() + paths.home.to());
  await expect(page.locator('iframe')).toHaveCount(0);

  await page.goto(slot);
  await expect(page.locator('[data-toast=negative]')).toBeVisible();
  await expect(page).toHaveURL(site() + paths.home.to());
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('button', { name: t('limits.open') }).click();
  await expect(page).toHaveURL(site() + paths.profileLimits.to());
}

test('a break from the bar of a game closes it, and no other game starts', async ({ page }, {
  project,
}) => {
  const lang = languages[project.name as keyof typeof languages];
  const t = texts(lang, 'play');
  await startGame(page, lang);
  const button = page.getByRole('button', { name: t('break'), exact: true });
  await button.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violations(page, { include: 'dialog' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(page.locator('iframe')).toHaveCount(1);

  await button.click();
  await beginBreak(page, lang);
  await expectClosed(page, lang, 'break');
});

test('a break from the account menu of one tab closes the game in another', async ({
  page,
  context,
}, { project }) => {
  const lang = languages[project.name as keyof typeof languages];
  await startGame(page, lang);
  const other = await context.newPage();
  await other.goto(site() + paths.promotions.to());
  await new Lobby(other, lang).takeBreak();
  await beginBreak(other, lang);
  await expectClosed(page, lang, 'break');
});

test('a limit that is set and reached in one tab closes the game in another @once', async ({
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
  await expectClosed(page, 'tr', 'limit');
});

/** The amount in a row of the reality check. */
async function amountIn(dialog: Locator, label: string): Promise<number> {
  const row = dialog.getByRole('paragraph').filter({ hasText: label });
  await expect(row).toContainText(/\d/);
  const text = (await row.textContent()) ?? '';
  const digits = text.slice(label.length).replace('−', '-').replace(',', '.');
  return Number(digits.replace(/[^\d.-]/g, ''));
}

test('a reality check pauses the game after each interval of the player @once', async ({
  page,
}) => {
  const t = texts('tr', 'play');
  const limits = texts('tr', 'limits');
  await page.clock.install();
  const play = await startGame(page);
  await page.goto(site() + paths.profileLimits.to());
  const interval = page
    .getByRole('group', { name: limits('reality.title') })
    .getByRole('button', { name: limits('minutes_other', { count: 15 }) });
  await interval.click();
  await expect(interval).toHaveAttribute('aria-pressed', 'true');

  await page.goto(slot);
  const stake = await play.playRound();
  const check = page.getByRole('dialog', { name: t('reality.title') });
  const paused = page.locator('[inert] iframe');
  await page.clock.fastForward('13:00');
  await expect(check).toHaveCount(0);
  await expect(paused).toHaveCount(0);
  await page.clock.fastForward('02:00');
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

  await page.clock.fastForward('15:00');
  await check.getByRole('link', { name: t('reality.history') }).click();
  await expect(page).toHaveURL(site() + paths.profileHistory.to({ kind: 'games' }));
  await page
    .getByRole('region')
    .getByRole('link', { name: new RegExp(t('dock.back', { name: '' })) })
    .click();
  await expect(page).toHaveURL(slot);
  await page.clock.fastForward('15:00');
  await check.getByRole('button', { name: t('reality.leave') }).click();
  await expect(page).toHaveURL(site() + paths.home.to());
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('a brand that requires a deposit limit has it set before the first deposit @once', async ({
  page,
}) => {
  const t = texts('tr', 'payments');
  const cashier = texts('tr', 'cashier');
  const rule = 'player_protection: { deposit_limit: required }';
  const server = await startWithBrand((yaml) => `${yaml}\n${rule}\n`);
  try {
    const address = `http://marmara.localhost:${server.address.split(':').at(-1)}`;
    // Transfers at once.
    await page.goto(`${address}${paths.promotions.to()}?deposit=12&amount=300`);
    await new LoginPage(page).enter('demo', 'Demo123');
    const drawer = page.getByRole('dialog', { name: cashier('deposit.title') });
    const setUp = drawer.getByRole('region', { name: t('limitSetup.title') });
    const next = drawer.getByRole('button', { name: cashier('confirm.next'), exact: true });
    await setUp.getByRole('button', { name: t('limitSetup.week') }).click();
    await setUp.getByRole('button', { name: t('limitSetup.save') }).click();
    await expect(setUp.getByText(t('limitSetup.invalid'))).toBeVisible();
    await expect(next).toHaveCount(0);
    expect(await violations(page, { include: 'dialog' })).toEqual([]);

    await setUp.getByLabel(t('limitSetup.amount')).fill('500');
    await setUp.getByRole('button', { name: t('limitSetup.save') }).click();
    await expect(setUp).toHaveCount(0);
    const left = (amount: number) =>
      drawer.getByText(t('allowance.left', { left: formatMoney(amount, 'TRY', 'tr') }));
    await expect(left(500)).toBeVisible();
    await expect(drawer.getByLabel(cashier('amount.label'), { exact: true })).toHaveValue('300');
    await drawer.getByRole('combobox', { name: cashier('bank.label') }).click();
    await drawer.getByRole('option').first().click();
    await next.click();
    await drawer.getByRole('button', { name: cashier('deposit.send') }).click();
    await expect(
      drawer.getByRole('heading', { name: cashier('deposit.state.waiting') }),
    ).toBeVisible();

    await page.goto(`${address}${paths.promotions.to()}?deposit=12`);
    await expect(left(200)).toBeVisible();
  } finally {
    await server.stop();
  }
});
