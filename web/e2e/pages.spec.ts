import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { historyKinds, infoKeys, paths } from '../src/lib/paths';
import { expect, site, test } from './fixtures';
import { Lobby } from './pages/lobby';
import { LoginPage } from './pages/login';

/** Every page that needs no login. */
const forVisitors = [
  paths.home.to(),
  paths.slots.to(),
  paths.slotCategory.to({ categoryID: 27 }),
  paths.slotType.to({ type: 'video' }),
  paths.slotProvider.to({ providerID: 1 }),
  paths.live.to(),
  paths.liveCategory.to({ categoryID: 1 }),
  paths.liveType.to({ type: 'roulette' }),
  paths.liveProvider.to({ providerID: 1 }),
  paths.virtual.to(),
  paths.bingo.to(),
  paths.sport.to(),
  paths.liveSport.to(),
  paths.promotions.to(),
  paths.tournaments.to(),
  paths.aboutUs.to(),
  ...Object.keys(infoKeys).map((key) => paths.info.to({ key })),
  paths.contact.to(),
  paths.login.to(),
  paths.forgotPassword.to(),
  paths.accountReset.to(),
  paths.register.to(),
  paths.registerConfirm.to(),
  paths.maintenanceControl.to(),
  paths.maintenanceDemo.to(),
];

/** Every page that needs a login. */
const forPlayers = [
  paths.favorites.to(),
  paths.notifications.to(),
  paths.tickets.to(),
  paths.profile.to(),
  paths.profileBankAccounts.to(),
  paths.profileDeposit.to(),
  paths.profileWithdraw.to(),
  paths.profileTransactions.to(),
  ...historyKinds.map((kind) => paths.profileHistory.to({ kind })),
  paths.profileBonuses.to(),
  paths.profileSecurity.to(),
  paths.profileLimits.to(),
];

/** Expects a page with one main title that has finished loading and is not wider than the window. */
async function expectComplete(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
  await expect(page.locator('[aria-busy=true]'), path).toHaveCount(0);
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow, `${path} is wider than the window`).toBeLessThanOrEqual(0);
}

async function expectAccessible(page: Page, path: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html.slice(0, 160)}`);
  expect(found).toEqual([]);
}

test('every page without login is complete', async ({ page }) => {
  test.slow();
  for (const path of forVisitors) {
    const response = await page.goto(site() + path);
    expect(response?.status(), path).toBe(200);
    await expectComplete(page, path);
  }
});

test('every page with login redirects visitors and is complete for a player', async ({ page }) => {
  test.slow();
  await page.goto(site() + paths.profile.to());
  await expect(page).toHaveURL(site() + paths.login.to());
  await new LoginPage(page).enter('zengin', 'Demo123');
  await expect(page).toHaveURL(site() + paths.home.to());
  for (const path of forPlayers) {
    await page.goto(site() + path);
    await expect(page).toHaveURL(site() + path);
    await expectComplete(page, path);
  }
});

for (const mode of ['dark', 'light'] as const) {
  test(`the first pages are accessible, ${mode}`, async ({ page, context }) => {
    test.slow();
    await context.addCookies([{ name: 'mode', value: mode, url: site() }]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // The popup opens over the lobby once it has loaded; it is checked first and then closed.
    const lobby = new Lobby(page);
    await page.goto(site());
    await expect(lobby.popup).toBeVisible();
    await expectAccessible(page, 'the popup');
    await lobby.closePopup();
    for (const path of [paths.home, paths.slots, paths.live, paths.login, paths.promotions]) {
      await page.goto(site() + path.to());
      await expect(page.locator('html')).toHaveAttribute('data-mode', mode);
      await expectComplete(page, path.to());
      await expectAccessible(page, path.to());
    }
  });
}
