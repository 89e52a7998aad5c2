import { expect, site, test } from './fixtures';
import { LoginPage } from './pages/login';

/** The games with their paths and the selectors of their main controls. */
const games = {
  slot: ['/play/slot/1005', '.spin'],
  roulette: ['/play/live/5002', '.place'],
  blackjack: ['/play/live/5004', '.place'],
  crash: ['/virtual?game=zeplin', '.go'],
  football: ['/virtual?game=football3d', '.go'],
  bingo: ['/bingo', '.go'],
  sportsbook: ['/sport', '.odd'],
} as const;

test('games fit the window of a phone in landscape orientation', async ({ page }, { project }) => {
  test.skip(project.name !== 'phone', 'landscape applies to phones');
  test.slow(); // opens seven games
  await page.goto(`${site()}/login`);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(`${site()}/`);
  await page.setViewportSize({ width: 844, height: 390 });
  for (const [name, [path, control]] of Object.entries(games)) {
    await test.step(name, async () => {
      await page.goto(site() + path);
      const button = page.frameLocator('iframe').locator(control).first();
      await expect(button).toBeInViewport({ ratio: 1 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollHeight - innerHeight,
      );
      expect(overflow).toBe(0);
    });
  }
});
