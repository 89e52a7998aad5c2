import type { Page } from '@playwright/test';
import { historyKinds, infoKeys, paths } from '../src/lib/paths';
import { routePatterns } from '../src/lib/paths/patterns';
import { staffPaths } from '../src/lib/paths/staff';
import { violations } from './axe';
import { expect, site, test, type Brand } from './fixtures';
import { Lobby } from './pages/lobby';
import { LoginPage } from './pages/login';
import { PlayPage } from './pages/play';
import { texts } from './texts';

/** Every page that needs no login. Neighbours have different titles. */
const forVisitors = [
  paths.slots.to(),
  paths.live.to(),
  paths.slotCategory.to({ categoryID: 27 }),
  paths.liveCategory.to({ categoryID: 1 }),
  paths.slotType.to({ type: 'video' }),
  paths.liveType.to({ type: 'roulette' }),
  paths.slotProvider.to({ providerID: 1 }),
  paths.liveProvider.to({ providerID: 1 }),
  paths.providers.to(),
  paths.virtual.to(),
  paths.bingo.to(),
  paths.sport.to(),
  paths.promotions.to(),
  paths.liveSport.to(),
  paths.promotion.to({ id: 1 }),
  paths.tournaments.to(),
  paths.tournament.to({ id: 1 }),
  ...Object.keys(infoKeys).map((key) => paths.info.to({ key })),
  paths.contact.to(),
  paths.aboutUs.to(),
  paths.forgotPassword.to(),
  paths.accountReset.to(),
  paths.register.to(),
  paths.registerConfirm.to(),
  paths.login.to(),
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
  paths.profileVerification.to(),
];

/** Pages whose contrasts are audited with every brand: together they show what the pages are made of. */
const contrasted: string[] = [
  paths.home.to(),
  paths.slots.to(),
  paths.live.to(),
  paths.providers.to(),
  paths.promotion.to({ id: 1 }),
  paths.tournament.to({ id: 1 }),
  paths.contact.to(),
  paths.register.to(),
  paths.notifications.to(),
  paths.profileDeposit.to(),
  paths.profileTransactions.to(),
  paths.profileSecurity.to(),
  paths.profileLimits.to(),
  paths.maintenanceDemo.to(),
];

/** A game, whose page and frame are the last that is walked. */
const game = paths.play.to({ type: 'slot', id: 1005 });

/** Addresses that lead to another page, or name a page in more words. */
const aliases: string[] = [
  paths.oldHome.pattern,
  paths.me.pattern,
  paths.playNamed.pattern,
  paths.playFull.pattern,
];

/** The pages of maintenance and of the console have tests of their own. */
const elsewhere: string[] = [
  paths.maintenance.pattern,
  ...Object.values(staffPaths).map((it) => it.pattern),
];

/** Follows a link of the site without a click on one, and waits until its page has set its title. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.title = '';
    history.pushState({ idx: history.length }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
  await expect.poll(() => page.title(), path).not.toBe('');
}

/** Expects a page with one main title that has loaded without a failure and is not wider than the window. */
async function expectComplete(page: Page, path: string, lang: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
  await expect(page.locator('[aria-busy=true]'), path).toHaveCount(0);
  await expect(page.getByText(texts(lang, 'common')('error.title')), path).toHaveCount(0);
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow, `${path} is wider than the window`).toBeLessThanOrEqual(0);
}

/** What of the pages is audited: the rules of WCAG 2.2 AA and both colour modes, contrasts of some, or all but them. */
type Audited = 'all' | 'contrast' | 'without contrast';

/**
 * Expects a page that follows the rules, and in the other colour mode has enough contrast. Header and footer are the
 * same on every page: `include` leaves them out.
 */
async function expectAccessible(
  page: Page,
  path: string,
  audited: Audited,
  include: 'html' | 'main',
): Promise<void> {
  const rule = 'color-contrast';
  if (audited === 'without contrast') {
    expect(await violations(page, { include, without: rule, exclude: ['iframe'] }), path).toEqual(
      [],
    );
    return;
  }
  const found = await violations(page, {
    include,
    exclude: ['iframe'],
    ...(audited === 'contrast' && { rule }),
  });
  await changeMode(page);
  // Form fields follow the site's own switch, not the attribute; the gallery checks them in both modes.
  found.push(...(await violations(page, { include, rule, exclude: ['[class*="mantine-"]'] })));
  await changeMode(page);
  expect(found, path).toEqual([]);
}

/** Changes the colour mode. */
const changeMode = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.mode = dataset.mode === 'dark' ? 'light' : 'dark';
  });

/**
 * Both directions of writing are walked on both viewports with one brand, the other brands' themes on one. The rules are
 * checked once a viewport, the contrasts, which do not depend on it, once for the theme of each brand.
 */
for (const [brand, lang, audits] of [
  ['marmara', 'tr', { desktop: 'all', phone: 'without contrast' }],
  ['marmara', 'ar', {}],
  ['zephyr', 'tr', { desktop: 'contrast' }],
  ['pera', 'ar', { desktop: 'contrast' }],
] as [Brand, string, Record<string, Audited>][]) {
  const once = brand === 'marmara' ? '' : ' @once @all';
  test(`every page of ${brand} is complete and accessible, ${lang}${once}`, async ({
    page,
    context,
  }, { project }) => {
    test.slow();
    const audited = audits[project.name];
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await context.addCookies([{ name: 'language', value: lang, url: site(brand) }]);
    await new Lobby(page, lang).open(site(brand));

    const check = async (path: string, include: 'html' | 'main' = 'main') => {
      await expectComplete(page, path, lang);
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      if (audited && (audited !== 'contrast' || contrasted.includes(path)))
        await expectAccessible(page, path, audited, include);
    };
    await check(paths.home.to(), 'html');
    for (const path of forVisitors) {
      await follow(page, path);
      await check(path);
    }
    await new LoginPage(page, lang).enter('zengin', 'Demo123');
    await expect(page).toHaveURL(site(brand) + paths.home.to());
    for (const path of forPlayers) {
      await follow(page, path);
      await expect(page).toHaveURL(site(brand) + path);
      await check(path, path === paths.profile.to() ? 'html' : 'main');
    }
    await follow(page, game);
    await expect(new PlayPage(page, lang).spin).toBeEnabled();
    await check(game);
    await page.goto(site(brand) + paths.maintenanceDemo.to());
    await check(paths.maintenanceDemo.to(), 'html');
    expect(refused).toEqual([]);
  });
}

test('every page is served by its address, those of players after the login @once', async ({
  page,
}) => {
  await page.goto(site() + paths.profile.to());
  await expect(page).toHaveURL(site() + paths.login.to());
  const addresses = [...forVisitors, ...forPlayers, game, paths.maintenanceDemo.to()];
  const answered = await page.evaluate(
    (paths) => Promise.all(paths.map(async (path) => [path, (await fetch(path)).status])),
    addresses,
  );
  expect(answered).toEqual(addresses.map((path) => [path, 200]));
});

test('no address is left out of the walk @once', () => {
  const walked = [paths.home.to(), ...forVisitors, ...forPlayers, game, paths.maintenanceDemo.to()];
  const isWalked = (pattern: string) =>
    walked.some((path) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path));
  const known = [...aliases, ...elsewhere];
  expect(routePatterns().filter((it) => !isWalked(it) && !known.includes(it))).toEqual([]);
});
