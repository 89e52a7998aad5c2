import type { Locator, Page } from '@playwright/test';
import { expect, site, test } from './fixtures';
import { LoginPage } from './pages/login';

/** A game of each kind at its address, with the control that it is played by. */
const games = {
  lines: ['/play/slot/1005', '.spin'],
  ways: ['/play/slot/1004', '.spin'],
  cluster: ['/play/slot/1009', '.spin'],
  roulette: ['/play/live/5002', '.place'],
  baccarat: ['/play/live/5003', '.place'],
  blackjack: ['/play/live/5004', '.place'],
  gameshow: ['/play/live/5015', '.place'],
  sicbo: ['/play/live/5019', '.place'],
  race: ['/virtual?game=goldenrace', '.go'],
  football: ['/virtual?game=football3d', '.go'],
  crash: ['/virtual?game=zeplin', '.go'],
  bingo: ['/bingo', '.go'],
  sportsbook: ['/sport', '.odd'],
} as const;

async function logIn(page: Page): Promise<void> {
  await page.goto(`${site()}/login`);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(`${site()}/`);
}

/** The wallet's figure that the site shows around a game. */
const wallet = (page: Page): Locator => page.getByTestId('balance').filter({ visible: true });

/** Moves the clock of the test's own world. */
const advance = (page: Page, span: string) =>
  page.evaluate(async (advance) => {
    const headers = { 'Content-Type': 'application/json', panel: 'frontend' };
    const body = JSON.stringify({ advance });
    await fetch('/__mock/clock', { method: 'POST', headers, body });
  }, span);

test('a game of each kind opens in the site and is ready to be played', async ({ page }) => {
  test.slow(); // thirteen games, each of which is opened anew
  await logIn(page);
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  for (const [name, [path, control]] of Object.entries(games)) {
    await test.step(name, async () => {
      await page.goto(site() + path);
      const frame = page.frameLocator('iframe');
      await expect(frame.locator(control).first()).toBeInViewport();
      await expect(frame.locator('.bar [aria-pressed]')).toHaveAttribute('aria-pressed', 'false'); // no sound
      const held = (await frame.locator('.balance .amount').textContent()) ?? '';
      expect(held).toMatch(/\d/);
      await expect(wallet(page)).toContainText(held);
    });
  }
  expect(refused).toEqual([]);
});

test('a roulette bet is paid by the clock, though its page was left', async ({ page }) => {
  await logIn(page);
  const played = await rounds(page);
  await page.goto(site() + games.roulette[0]);
  const frame = page.frameLocator('iframe');
  const held = frame.locator('.balance .amount');
  const before = (await held.textContent()) ?? '';
  const betting = frame.locator('[data-phase=betting]');
  // The beginning of a round: the whole time to bet is left.
  await expect(async () => {
    if ((await betting.count()) > 0) await advance(page, '4s');
    expect(await betting.count()).toBe(0);
  }).toPass();
  await expect.poll(() => betting.count(), { timeout: 20_000 }).toBeGreaterThan(0);
  for (const cell of ['.outside.red', '.outside.black']) {
    await frame.locator(`.cell${cell}`).click();
  }
  await frame.locator('.place').click();
  await expect(held).not.toHaveText(before);

  await page.goto(`${site()}/`);
  await advance(page, '1m');
  await expect.poll(() => rounds(page)).toBeGreaterThan(played);
  await page.goto(site() + games.roulette[0]);
  await expect(wallet(page)).toContainText((await held.textContent()) ?? '');
});

/** How many rounds the player's history has. */
const rounds = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json', panel: 'frontend' };
    const data = { startDate: '2020-01-01', endDate: '2040-01-01' };
    const body = JSON.stringify({ api: { class: 'user', method: 'game_history' }, data });
    const answer = await fetch('/endpoint/v1', { method: 'POST', headers, body });
    return ((await answer.json()) as { pagination: { total: number } }).pagination.total;
  });
