import type { Locator, Page } from '@playwright/test';
import { paths } from '../src/lib/paths/paths';
import { violations } from './axe';
import {
  expect,
  failure,
  follow,
  logIn as logInPlayer,
  main,
  scrolled,
  site,
  test,
} from './fixtures';
import { control, moveClock, toHour } from './mock';
import { PlayPage, Roulette } from './pages/play';
import { texts } from './texts';

const t = texts('tr', 'play');

/** One game of each kind: path, selector of its main control, and support of landscape phones. */
const games: Record<string, [path: string, control: string, landscape?: 'landscape']> = {
  lines: ['/play/slot/1005', '.spin', 'landscape'],
  roulette: ['/play/live/5002', '.place', 'landscape'],
  race: ['/virtual?game=goldenrace', '.go'],
  curve: ['/virtual?game=zeplin', '.go', 'landscape'],
  bingo: ['/bingo', '.go', 'landscape'],
  sport: ['/sport', '.odd', 'landscape'],
};

async function logIn(page: Page): Promise<void> {
  await logInPlayer(page);
  await toHour(page, 20);
}

/** The site's balance around a game. */
const wallet = (page: Page): Locator => page.getByTestId('balance').filter({ visible: true });

/** Returns the number in an amount, because each game formats the currency differently. */
const number = (amount: string | null) => /\d[\d.,]*/.exec(amount ?? '')?.[0] ?? 'no number';

test('a game of each kind opens and is playable @all', async ({ page }) => {
  test.slow(); // opens six games
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
      const balance = frame.locator('.balance .amount');
      await expect(balance).toContainText(/\d/);
      await expect(wallet(page)).toContainText(number(await balance.textContent()));
    });
  }
  expect(failedResponses).toEqual([]);
});

test.describe('on a phone in landscape orientation', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });

  test('games fit the window @all', async ({ page }) => {
    test.slow(); // opens five games
    await logIn(page);
    for (const [name, [path, control, landscape]] of Object.entries(games)) {
      if (!landscape) continue;
      await test.step(name, async () => {
        await page.goto(site() + path);
        const button = page.frameLocator('iframe').locator(control).first();
        await expect(button).toBeInViewport({ ratio: 1 });
        const below = await page.evaluate(
          () => document.documentElement.scrollHeight - innerHeight,
        );
        expect(below).toBe(0);
      });
    }
  });
});

test('accepted roulette chips remain after a reload, and the bet is settled although its page was left @all', async ({
  page,
}) => {
  await logIn(page);
  const table = new Roulette(page);
  await table.open(site() + games.roulette![0]);
  const played = await rounds(page);
  const balance = table.frame.locator('.balance .amount');
  const before = (await balance.textContent()) ?? '';
  const round = await table.bet('red', 'black');
  await expect(balance).not.toHaveText(before);
  await table.expectChips(round, 'red', 'black');
  await page.reload();
  await table.expectChips(round, 'red', 'black');

  await page.goto(site() + paths.promotions.to());
  await moveClock(page, { advance: '1m' });
  await expect.poll(() => rounds(page)).toBeGreaterThan(played);
  await table.open(site() + games.roulette![0]);
  await expect(wallet(page)).toContainText(number(await balance.textContent()));
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

/** Marks the document of the game. A frame that reloads loses the mark. */
const markFrame = (page: Page) =>
  page
    .frameLocator('iframe')
    .locator('body')
    .evaluate((body) => (body.dataset.mark = 'kept'));
const marked = (page: Page) => page.frameLocator('iframe').locator('body[data-mark=kept]');

test('a running slot goes on in the dock, below the deposit drawer and after the return @phone', async ({
  page,
}) => {
  await logIn(page);
  await page.goto(site() + paths.slots.to());
  // A link that is pressed before the scripts run loads a new document without a previous list.
  await expect(page.locator('#root')).toHaveAttribute('data-started', '');
  const link = main(page).locator('article a[href^="/play/slot/"]').first();
  const name = (await link.textContent()) ?? '';
  await link.click();
  const play = new PlayPage(page);
  await expect(play.spin).toBeEnabled();
  await markFrame(page);

  await page
    .getByRole('button', { name: texts('tr', 'common')('balance.deposit') })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(marked(page)).toBeAttached();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await play.back();
  const dock = page.getByRole('region', { name: t('dock.label', { name }) });
  await expect(dock).toBeVisible();
  await expect(page).toHaveURL(site() + paths.slots.to());
  const include = 'section[data-place=dock]';
  expect(await violations(page, { include, exclude: ['iframe'] })).toEqual([]);

  await page.getByRole('link', { name: t('dock.back', { name }) }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(marked(page)).toBeAttached();
  await expect(play.spin).toBeInViewport();

  await play.back();
  await dock.getByRole('button', { name: t('close', { name }) }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('a virtual game fills its place in the page and goes on in the dock @phone', async ({
  page,
}) => {
  const words = texts('tr', 'games');
  const name = words('virtual.games.bingo.name');
  await logIn(page);
  await page.goto(site() + paths.bingo.to());
  await expect(page.frameLocator('iframe').locator('.go').first()).toBeInViewport();
  await markFrame(page);
  const stage = page.getByRole('button', { name: words('virtual.toGame') }).locator('..');
  const game = page.getByRole('region', { name: t('stage', { name }) });
  /** The largest distance between the edges of the game and its stage, in whole pixels. */
  const distance = async () => {
    const [reserved, covering] = await Promise.all([stage.boundingBox(), game.boundingBox()]);
    const edges = ['x', 'y', 'width', 'height'] as const;
    return Math.max(
      ...edges.map((edge) => Math.floor(Math.abs(reserved![edge] - covering![edge]))),
    );
  };
  await expect.poll(distance).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 120));
  await expect.poll(distance).toBe(0);
  expect(await violations(page, { exclude: ['iframe'] })).toEqual([]);

  await follow(page, paths.promotions.to());
  await expect(page.getByRole('region', { name: t('dock.label', { name }) })).toBeVisible();
  await page.getByRole('link', { name: t('dock.back', { name }) }).click();
  await expect(page).toHaveURL(`${site()}/bingo?game=bingo`);
  await expect(marked(page)).toBeAttached();
  await expect.poll(distance).toBe(0);
});

test('a failed start says so above everything until it is closed, and leads back to the list @all', async ({
  page,
}) => {
  await logIn(page);
  await page.goto(`${site()}/slot?sort=name`);
  const tile = main(page).locator('article a[href^="/play/slot/"]').nth(8);
  await expect(page.locator('#root')).toHaveAttribute('data-started', '');
  await expect(tile).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 240));
  await expect.poll(() => scrolled(page)).toBe(240);
  await control(page, 'fault', { call: 'casino/init_game', kind: 'status', status: 502, times: 9 });
  await tile.click();
  await expect(page).toHaveURL(`${site()}/`);

  // The lobby's popup opens later. The message remains usable above it.
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(failure(page)).toBeVisible();
  await page.getByRole('button', { name: t('backToList') }).click();
  await expect(page).toHaveURL(/\/slot\?sort=name/);
  await expect.poll(() => scrolled(page)).toBe(240);
  await expect(failure(page)).toHaveCount(0);
});

test('a guest plays a demo from the details, and a tap on a cover never opens one @phone', async ({
  page,
  isMobile,
}) => {
  await page.goto(site() + paths.slots.to());
  const tile = page.locator('article:has(a[href*="/demo"])').first();
  const name = (await tile.locator('a').first().textContent()) ?? '';
  const opener = tile.getByRole('button', {
    name: texts('tr', 'common')('tile.details', { name }),
  });

  if (isMobile) {
    const box = (await tile.boundingBox())!;
    // The former place of the hidden demo button, in the lower part of the cover.
    await page.touchscreen.tap(box.x + box.width / 2, box.y + (box.width * 4) / 3 - 24);
    await expect(page).toHaveURL(/\/login$/);
    await page.goBack();
  } else {
    // The keyboard visits the controls in visual order.
    await tile.locator('a').first().focus();
    await page.keyboard.press('Tab');
    await expect(tile.locator('a[href*="/demo"]')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(opener).toBeFocused();
  }

  await opener.click();
  const sheet = page.getByRole('dialog', { name });
  await expect(sheet.getByText(t('facts.rtp'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await opener.click();
  await sheet.getByRole('link', { name: t('demo'), exact: true }).click();
  await expect(new PlayPage(page).spin).toBeEnabled();

  await page.getByRole('link', { name: t('real') }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.locator('iframe')).toHaveCount(0);
});
