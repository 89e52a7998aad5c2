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

test('a roulette bet stands over a reload and is paid by the clock', async ({ page }) => {
  await logIn(page);
  await page.goto(site() + games.roulette[0]);
  const frame = page.frameLocator('iframe');
  const held = frame.locator('.balance .amount');
  const before = (await held.textContent()) ?? '';
  const place = frame.locator('.place');
  await expect(async () => {
    // A round may be closing: then the next one is asked for.
    if ((await frame.locator('[data-phase=betting]').count()) === 0) await advance(page, '5s');
    // Whatever falls, one of the three pays: 20 come back of 30, or 360.
    for (const cell of ['.outside.red', '.outside.black', '.green']) {
      await frame.locator(`.cell${cell}`).click({ timeout: 1000 });
    }
    await place.click({ timeout: 1000 });
  }).toPass();
  await expect(held).not.toHaveText(before);
  const staked = (await held.textContent()) ?? '';
  await expect(wallet(page)).toContainText(staked);

  await page.reload();
  await expect(frame.locator('.chip.standing')).toHaveCount(3);
  await expect(held).toHaveText(staked);
  await advance(page, '1m');
  await expect(held).not.toHaveText(staked);
  await expect(wallet(page)).toContainText((await held.textContent()) ?? '');
});
