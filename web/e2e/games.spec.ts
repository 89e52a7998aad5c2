import type { Locator, Page } from '@playwright/test';
import { expect, site, test } from './fixtures';
import { moveClock, toEvening } from './mock';
import { LoginPage } from './pages/login';
import { Roulette } from './pages/roulette';
import { SpokenBingo } from './pages/spokenBingo';
import { texts } from './texts';

/** One game of each kind: its path and the selector of its main control. */
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
  draw: ['/virtual?game=betongames', '.go'],
  crash: ['/virtual?game=zeplin', '.go'],
  bingo: ['/bingo', '.go'],
  sportsbook: ['/sport', '.odd'],
} as const;

async function logIn(page: Page): Promise<void> {
  await page.goto(`${site()}/login`);
  await toEvening(page);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(`${site()}/`);
}

/** The balance that the site shows around a game. */
const wallet = (page: Page): Locator => page.getByTestId('balance').filter({ visible: true });

/** The number in an amount of a game: a game writes the currency in its own way. */
const number = (amount: string | null) => /\d[\d.,]*/.exec(amount ?? '')?.[0] ?? 'no number';

test('a game of each kind opens and is playable @once @all', async ({ page }) => {
  test.slow(); // opens fourteen games
  await logIn(page);
  const failedResponses: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failedResponses.push(`${response.status()} ${response.url()}`);
  });
  for (const [name, [path, control]] of Object.entries(games)) {
    await test.step(name, async () => {
      await page.goto(site() + path);
      const frame = page.frameLocator('iframe');
      await expect(frame.locator(control).first()).toBeInViewport();
      await expect(frame.locator('.bar [aria-pressed]')).toHaveAttribute('aria-pressed', 'false'); // no sound
      const balance = frame.locator('.balance .amount');
      await expect(balance).toContainText(/\d/);
      await expect(wallet(page)).toContainText(number(await balance.textContent()));
    });
  }
  expect(failedResponses).toEqual([]);
});

test('a roulette bet is settled although its page was left @once @all', async ({ page }) => {
  await logIn(page);
  const played = await rounds(page);
  const table = new Roulette(page);
  await table.open(site() + games.roulette[0]);
  const balance = table.frame.locator('.balance .amount');
  const before = (await balance.textContent()) ?? '';
  await table.bet('red', 'black');
  await expect(balance).not.toHaveText(before);

  await page.goto(`${site()}/`);
  await moveClock(page, { advance: '1m' });
  await expect.poll(() => rounds(page)).toBeGreaterThan(played);
  await table.open(site() + games.roulette[0]);
  await expect(wallet(page)).toContainText(number(await balance.textContent()));
});

test('accepted roulette chips remain after a reload @once @all', async ({ page }) => {
  await logIn(page);
  const table = new Roulette(page);
  await table.open(site() + games.roulette[0]);
  const round = await table.bet('red', 'dozen1');
  await table.expectChips(round, 'red', 'dozen1');
  await page.reload();
  await table.expectChips(round, 'red', 'dozen1');
});

test('the spoken bingo announces each called number and the other bingo does not @once @all', async ({
  page,
}) => {
  const hall = await SpokenBingo.record(page);
  await logIn(page);
  await hall.open(`${site()}/bingo?game=soundbingo`);
  await hall.enableSound();
  const round = await hall.drawBall();
  await expect.poll(() => hall.spoken()).not.toEqual([]);
  const [first] = await hall.spoken();
  const balls = await hall.balls(round);
  expect(balls.map((ball) => `tr-TR ${ball}`)).toContain(first);

  await hall.open(`${site()}/bingo`);
  await hall.enableSound();
  await hall.drawBall();
  expect(await hall.spoken()).toEqual([]);
});

test('a game that does not respond shows a message and can be reopened @once', async ({ page }) => {
  const words = texts('tr', 'play');
  await page.clock.install();
  await logIn(page);
  let blocked = true;
  // Requests of the first opening are never answered.
  await page.route('**/mock/play/**', (route) => (blocked ? undefined : route.continue()));
  await page.goto(site() + games.lines[0]);
  await expect(page.locator('iframe')).toBeAttached();
  const message = page.getByText(words('unreachable'));
  await expect(message).toBeHidden();
  await page.clock.fastForward('00:13');
  await expect(message).toBeVisible();
  await expect(page.getByRole('button', { name: words('ended.leave'), exact: true })).toBeVisible();

  blocked = false;
  await page.getByRole('button', { name: words('ended.again') }).click();
  await expect(page.frameLocator('iframe').locator(games.lines[1]).first()).toBeInViewport();
  await expect(message).toBeHidden();
});

/** Returns the number of rounds in the player's history. */
const rounds = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json', panel: 'frontend' };
    const data = { startDate: '2020-01-01', endDate: '2040-01-01' };
    const body = JSON.stringify({ api: { class: 'user', method: 'game_history' }, data });
    const response = await fetch('/endpoint/v1', { method: 'POST', headers, body });
    return ((await response.json()) as { pagination: { total: number } }).pagination.total;
  });
