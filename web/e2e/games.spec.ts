import type { Locator, Page } from '@playwright/test';
import { expect, site, test } from './fixtures';
import { moveClock, toEvening } from './mock';
import { LoginPage } from './pages/login';
import { Roulette } from './pages/roulette';
import { Hearing } from './pages/spokenBingo';
import { texts } from './texts';

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

/** The wallet's figure that the site shows around a game. */
const wallet = (page: Page): Locator => page.getByTestId('balance').filter({ visible: true });

test('a game of each kind opens in the site and is ready to be played', async ({ page }) => {
  test.slow(); // fourteen games, each of which is opened anew
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
  const table = new Roulette(page);
  await table.open(site() + games.roulette[0]);
  const held = table.frame.locator('.balance .amount');
  const before = (await held.textContent()) ?? '';
  await table.bet('red', 'black');
  await expect(held).not.toHaveText(before);

  await page.goto(`${site()}/`);
  await moveClock(page, { advance: '1m' });
  await expect.poll(() => rounds(page)).toBeGreaterThan(played);
  await table.open(site() + games.roulette[0]);
  await expect(wallet(page)).toContainText((await held.textContent()) ?? '');
});

test('chips that stand on a roulette table are there after a reload', async ({ page }) => {
  await logIn(page);
  const table = new Roulette(page);
  await table.open(site() + games.roulette[0]);
  const round = await table.bet('red', 'dozen1');
  await table.showsStanding(round, 'red', 'dozen1');
  await page.reload();
  await table.showsStanding(round, 'red', 'dozen1');
});

test('a spoken bingo says each number that is called, and the other one says none', async ({
  page,
}) => {
  const hall = await Hearing.of(page);
  await logIn(page);
  await hall.open(`${site()}/bingo?game=soundbingo`);
  await hall.listen();
  const round = await hall.call();
  await expect.poll(() => hall.said()).not.toEqual([]);
  const [first] = await hall.said();
  const balls = await hall.balls(round);
  expect(balls.map((ball) => `tr-TR ${ball}`)).toContain(first);

  await hall.open(`${site()}/bingo`);
  await hall.listen();
  await hall.call();
  expect(await hall.said()).toEqual([]);
});

test('a game that does not answer is told of, and can be opened again', async ({ page }) => {
  const words = texts('tr', 'play');
  await page.clock.install();
  await logIn(page);
  let silent = true;
  // What is let go of here goes on its way: the first opening is never answered.
  await page.route('**/mock/play/**', (route) => (silent ? undefined : route.continue()));
  await page.goto(site() + games.lines[0]);
  await expect(page.locator('iframe')).toBeAttached();
  const told = page.getByText(words('unreachable'));
  await expect(told).toBeHidden();
  await page.clock.fastForward('00:13');
  await expect(told).toBeVisible();
  await expect(page.getByRole('button', { name: words('ended.leave'), exact: true })).toBeVisible();

  silent = false;
  await page.getByRole('button', { name: words('ended.again') }).click();
  await expect(page.frameLocator('iframe').locator(games.lines[1]).first()).toBeInViewport();
  await expect(told).toBeHidden();
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
