import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { LimitsAnswer, PlayedSession } from '../src/contracts/types';
import { paths } from '../src/lib/paths';
import { violations } from './axe';
import { expect, site, test } from './fixtures';
import { moveClock } from './mock';
import { LoginPage } from './pages/login';
import { PlayPage } from './pages/play';
import { startCroupier } from './server';
import { texts } from './texts';

const words = texts('tr', 'limits');
const play = texts('tr', 'play');
const pause = texts('tr', 'break');
const layout = texts('tr', 'layout');

const game = '/play/slot/1001';
const home = (page: Page) => expect(page).toHaveURL(`${site()}/`);

async function logIn(page: Page) {
  await page.goto(`${site()}/login`);
  await new LoginPage(page).enter('demo', 'Demo123');
  await home(page);
}

/** Makes a call of the page's player and returns its data. */
const call = <T>(page: Page, name: string, data: object): Promise<T> =>
  page.evaluate(
    async ([path, body]) => {
      const headers = { 'Content-Type': 'application/json', panel: 'frontend' };
      const response = await fetch(`/endpoint/v1/${path}`, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return ((await response.json()) as { data: T }).data;
    },
    [name, JSON.stringify(data)] as const,
  );

async function startGame(page: Page): Promise<PlayPage> {
  await page.goto(site() + game);
  const slot = new PlayPage(page);
  await expect(slot.spin).toBeVisible();
  return slot;
}

test('after an interval of play the game pauses, and time and result are told @once', async ({
  page,
}) => {
  await page.clock.install();
  await logIn(page);
  await page.goto(site() + paths.profileLimits.to());
  const panel = page.getByRole('region', { name: words('reality.title') });
  await panel.getByText(words('minutes_other', { count: 15 }), { exact: true }).click();
  await expect(page.getByText(words('reality.saved'))).toBeVisible();

  const slot = await startGame(page);
  await slot.spin.click();
  const check = page.getByRole('dialog', { name: play('reality.title') });
  const frozen = page.locator('[inert] iframe');
  await page.clock.fastForward('14:00');
  await expect(check).toBeHidden();
  await page.clock.fastForward('02:00');
  await expect(check.getByText(/1[5-7] dakikadır oynuyorsunuz/)).toBeVisible();
  await expect(check.getByText(play('reality.stakes'))).toBeVisible();
  await expect(check.getByText(play('reality.wins'))).toBeVisible();
  await expect(check.getByText(play('reality.net'))).toBeVisible();
  await expect(frozen).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  await check.getByRole('button', { name: play('reality.go') }).click();
  await expect(check).toBeHidden();
  await expect(frozen).toHaveCount(0);

  await page.clock.fastForward('16:00');
  await check.getByRole('link', { name: play('reality.history') }).click();
  await expect(page).toHaveURL(site() + paths.profileHistory.to({ kind: 'games' }));
  await page.goto(site() + game);
  await expect(slot.spin).toBeVisible();
  await page.clock.fastForward('16:00');
  await check.getByRole('button', { name: play('reality.leave') }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('a break that begins in another tab closes the running game, and no other one starts', async ({
  page,
  context,
  isMobile,
}) => {
  await logIn(page);
  await startGame(page);
  const dialog = (of: Page) => of.getByRole('dialog', { name: pause('title') });
  await page.getByRole('button', { name: play('break'), exact: true }).click();
  await expect(dialog(page).getByRole('button', { name: pause('length.day') })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  const other = await context.newPage();
  await other.goto(site() + paths.profile.to());
  if (isMobile)
    await other
      .getByRole('button', { name: layout('menu.open') })
      .first()
      .click();
  await other.getByRole('button', { name: layout('account.break'), exact: true }).click();
  await dialog(other)
    .getByRole('button', { name: pause('length.day') })
    .click();
  const length = pause('length.day');
  await other
    .getByRole('dialog', { name: pause('question', { length }) })
    .getByRole('button', { name: pause('start'), exact: true })
    .click();
  await expect(
    page.getByText(play('limits.closed', { reason: play('limits.break') })),
  ).toBeVisible();
  await home(page);
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.goto(site() + game);
  await expect(page.getByText(/^Ara verdiniz/)).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('a limit of stakes that is reached closes the running game @once', async ({ page }) => {
  await logIn(page);
  const stakes = { kind: 'stake', period: 'day' };
  await call(page, 'limits/set', { ...stakes, amount: 100_000 });
  const slot = await startGame(page);
  const { limits } = await call<LimitsAnswer>(page, 'limits/get', {});
  await call(page, 'limits/set', { ...stakes, amount: (limits[0]?.used ?? 0) + 1 });
  await slot.spin.click();
  await expect
    .poll(async () => (await call<PlayedSession>(page, 'limits/session', {})).stakes)
    .toBeGreaterThan(0);
  // The platform is asked once a minute of the player's clock.
  await moveClock(page, { advance: '1m1s' });
  await call(page, 'finance/check_balance', {});
  await expect(
    page.getByText(play('limits.closed', { reason: play('limits.limit') })),
  ).toBeVisible();
  await home(page);
  await page.goto(site() + game);
  await expect(page.getByRole('alert').or(page.getByRole('status')).first()).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test.describe('a brand that requires a deposit limit', () => {
  let folder: string;
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'croupier-brand-'));
    await cp(resolve(import.meta.dirname, '../../configs'), folder, { recursive: true });
    const file = join(folder, 'brands/marmara/brand.yaml');
    const brand = await readFile(file, 'utf8');
    await writeFile(file, `${brand}\nplayer_protection:\n  deposit_limit: required\n`);
  });
  test.afterAll(() => rm(folder, { recursive: true }));

  test('has players set one before the first deposit @once', async ({ page, world }) => {
    const server = await startCroupier(['--config', join(folder, 'croupier.yaml')]);
    try {
      const at = `http://marmara.localhost:${server.address.split(':').at(-1)}`;
      await page.context().addCookies([{ name: 'mock_world', value: world, url: at }]);
      await page.goto(`${at}/login`);
      await new LoginPage(page).enter('demo', 'Demo123');
      await expect(page).toHaveURL(`${at}/`);
      await page.goto(`${at}/promotions?deposit=12&amount=300`);
      const drawer = page.getByRole('dialog', { name: texts('tr', 'cashier')('deposit.title') });
      const payments = texts('tr', 'payments');
      const setup = drawer.getByRole('region', { name: payments('limitSetup.title') });
      await expect(setup).toBeVisible();
      const next = drawer.getByRole('button', {
        name: texts('tr', 'cashier')('confirm.next'),
        exact: true,
      });
      await expect(next).toBeHidden();
      expect(await violations(page)).toEqual([]);
      await setup.getByLabel(payments('limitSetup.amount')).fill('500');
      await setup.getByRole('button', { name: payments('limitSetup.save') }).click();
      await expect(next).toBeVisible();
      await expect(drawer.getByText(/Yatırım limitinizden kalan: 500,00\sTL/)).toBeVisible();
    } finally {
      await server.stop();
    }
  });
});
