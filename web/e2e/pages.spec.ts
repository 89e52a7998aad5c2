import type { Page } from '@playwright/test';
import { historyKinds, infoKeys, paths } from '../src/lib/paths/paths';
import { routePatterns } from '../src/lib/paths/patterns';
import { staffPaths } from '../src/lib/paths/staff';
import { violations } from './axe';
import { changeMode, expect, follow, logIn, main, overflow, site, test } from './fixtures';
import { LoginPage } from './pages/login';
import { PlayPage } from './pages/play';
import { collectServerTexts, collectUnknown, markTexts } from './pseudo';
import { texts } from './texts';

/**
 * The language of each brand in each project. Every brand and every direction occurs with every
 * viewport, except that zephyr has no right-to-left language. The test walks every page of the
 * first brand, and the main pages of the others.
 */
const languages = {
  marmara: { desktop: 'tr', phone: 'ar' },
  zephyr: { desktop: 'en', phone: 'tr' },
  pera: { desktop: 'ar', phone: 'tr' },
} as const;

const infoPages = Object.keys(infoKeys).map((key) => paths.info.to({ key }));

/** Every page without a login. Neighbours have different titles. */
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
  ...infoPages,
  paths.contact.to(),
  paths.aboutUs.to(),
  paths.forgotPassword.to(),
  paths.accountReset.to(),
  paths.register.to(),
  paths.registerConfirm.to(),
  paths.login.to(),
];

/** Every page with a login. */
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

/** Pages to walk with every brand. Together they show all common parts. */
const mainPages = {
  visitors: [
    paths.slots.to(),
    paths.live.to(),
    paths.providers.to(),
    paths.promotion.to({ id: 1 }),
    paths.tournament.to({ id: 1 }),
    paths.contact.to(),
    paths.register.to(),
    paths.maintenanceDemo.to(),
  ],
  players: [
    paths.notifications.to(),
    paths.profileDeposit.to(),
    paths.profileTransactions.to(),
    paths.profileSecurity.to(),
    paths.profileLimits.to(),
  ],
};

/** A slot page, which has a frame. */
const game = paths.play.to({ game: 'slot', id: 1005 });

/** Addresses that lead to another page, or name a page in more words. */
const aliases: string[] = [
  paths.oldHome.pattern,
  paths.me.pattern,
  paths.playNamed.pattern,
  paths.playFull.pattern,
];

/** The pages of maintenance and of the console have separate tests. */
const elsewhere: string[] = [
  paths.maintenance.pattern,
  ...Object.values(staffPaths).map((value) => value.pattern),
];

/** Pages that represent others of the same form: lists of games, texts of the platform. */
const sameForm = [
  paths.slotCategory.to({ categoryID: 27 }),
  paths.liveCategory.to({ categoryID: 1 }),
  paths.slotType.to({ type: 'video' }),
  paths.liveType.to({ type: 'roulette' }),
  paths.slotProvider.to({ providerID: 1 }),
  paths.liveProvider.to({ providerID: 1 }),
  ...infoPages.filter((path) => path !== paths.info.to({ key: 'FAQ' })),
];

/** Expects a page with one main title, without failures, that fits the window both ways. */
async function expectComplete(page: Page, path: string, lang: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
  await expect(page.locator('[aria-busy=true]'), path).toHaveCount(0);
  await expect(page.getByText(texts(lang, 'common')('error.title')), path).toHaveCount(0);
  const root = page.locator('html');
  await expect(root).toHaveAttribute('lang', lang);
  const own = lang === 'ar' ? 'rtl' : 'ltr';
  await expect(root).toHaveAttribute('dir', own);
  for (const dir of [own === 'rtl' ? 'ltr' : 'rtl', own]) {
    await root.evaluate((element, dir) => element.setAttribute('dir', dir), dir);
    expect(await overflow(page), `${path} is wider than the window, ${dir}`).toBeLessThanOrEqual(0);
  }
}

const contrast = 'color-contrast';

/** Expects enough contrast in the other colour mode, and with `both` also in this one. */
async function expectContrast(page: Page, path: string, include: 'html' | 'main', both = true) {
  // Form fields follow the site's own switch. The gallery checks them in both modes.
  const exclude = ['[class*="mantine-"]'];
  const found = both
    ? await violations(page, { include, rule: contrast, exclude: ['iframe'] })
    : [];
  await changeMode(page);
  found.push(...(await violations(page, { include, rule: contrast, exclude })));
  await changeMode(page);
  expect(found, path).toEqual([]);
}

/**
 * Expects a page that follows the rules. On a desktop it checks the contrast in both colour modes.
 * Header and footer are the same on every page, so `include` omits them.
 */
async function expectAccessible(
  page: Page,
  path: string,
  isMobile: boolean,
  include: 'html' | 'main',
): Promise<void> {
  const exclude = ['iframe'];
  const without = isMobile ? contrast : undefined;
  expect(await violations(page, { include, exclude, without }), path).toEqual([]);
  if (!isMobile) await expectContrast(page, path, include, false);
}

/** Collects the responses that report a failure. */
function failedResponses(page: Page): string[] {
  const failed: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  return failed;
}

/**
 * Walks pages of the first brand. On a desktop the texts of the locales have marks, which also make
 * them longer. A text without a mark that is not from the server is missing in the locales.
 */
async function startWalk(page: Page, lang: string, isMobile: boolean) {
  await page.context().addCookies([{ name: 'language', value: lang, url: site() }]);
  const failed = failedResponses(page);
  const server = collectServerTexts(page);
  const { unknown, check } = collectUnknown(page, server);
  const checkTexts = async (name: string) => {
    if (!isMobile) await check(name);
  };
  const checkPage = async (path: string, include: 'html' | 'main' = 'main') => {
    await expectComplete(page, path, lang);
    if (!sameForm.includes(path)) await expectAccessible(page, path, isMobile, include);
    await checkTexts(path);
  };
  return {
    failed,
    unknown,
    checkTexts,
    checkPage,
    /** Opens the first page. Its server markup has texts without marks. */
    async open(path: string): Promise<void> {
      if (!isMobile) await markTexts(page);
      const html = (await (await page.goto(site() + path))?.text()) ?? '';
      server.add(/<title>(.*?)<\/title>/.exec(html)?.[1]);
      server.add(JSON.parse((await page.locator('#croupier-bootstrap').textContent()) ?? '{}'));
      await expect(page.locator('#root')).toHaveAttribute('data-started', '');
      await checkPage(path, 'html');
    },
    async visit(path: string, include?: 'html'): Promise<void> {
      await follow(page, path);
      await expect(page).toHaveURL(site() + path);
      await checkPage(path, include);
      if (isMobile) return;
      // The errors of an empty form.
      const submit = main(page).locator('form button[type=submit]:enabled').first();
      if (!(await submit.isVisible())) return;
      await submit.click();
      await checkTexts(`${path}, sent`);
    },
    async checkDialog(name: string): Promise<void> {
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await checkTexts(name);
      // The first one empties a search field.
      await expect(async () => {
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden({ timeout: 1000 });
      }).toPass();
    },
    knows: (text: string) => server.add(text),
  };
}

test('every page for visitors is complete and accessible, fits the window, and says only texts of the locales @phone', async ({
  page,
  isMobile,
}, { project }) => {
  test.slow(); // walks through more than thirty pages
  const lang = languages.marmara[project.name as 'desktop' | 'phone'];
  const walk = await startWalk(page, lang, isMobile);
  await walk.open(paths.home.to());
  for (const path of forVisitors) {
    await walk.visit(path);
    // The demo's platform has previews of its games.
    await expect(page.getByText(texts(lang, 'games')('virtual.preview.none'))).toHaveCount(0);
  }
  expect(walk.failed).toEqual([]);
  await new LoginPage(page).enter('ikili', 'Demo123');
  walk.knows('ikili');
  await walk.checkDialog('the prompt of the authenticator');
  await follow(page, '/no-such-page');
  await walk.checkTexts('no page');
  await page.goto(site() + paths.maintenanceDemo.to());
  await expectComplete(page, paths.maintenanceDemo.to(), lang);
  await expectAccessible(page, paths.maintenanceDemo.to(), isMobile, 'html');
  await walk.checkTexts('maintenance');

  expect([...walk.unknown]).toEqual([]);
  // A text that no locale has is found.
  await page.evaluate(() => document.body.append('Wort'));
  await walk.checkTexts('here');
  expect([...walk.unknown]).toEqual(isMobile ? [] : ['here: Wort']);
});

test('every page for players is complete and accessible, fits the window, and says only texts of the locales @phone', async ({
  page,
  isMobile,
}, { project }) => {
  test.slow(); // walks through twenty pages
  const lang = languages.marmara[project.name as 'desktop' | 'phone'];
  await logIn(page, 'zengin');
  const walk = await startWalk(page, lang, isMobile);
  walk.knows('ze'); // the initials until the profile is known
  walk.knows('Kenan Varol'); // two fields of the profile
  await walk.open(paths.profile.to());
  for (const path of forPlayers) {
    await walk.visit(path);
    const method = main(page).locator('a[href*="?method="]').first();
    if (!isMobile && (await method.isVisible()))
      await walk.visit((await method.getAttribute('href')) ?? '');
  }
  if (!isMobile) {
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('ca');
    await expect(page.getByRole('option').first()).toBeVisible();
    await walk.checkDialog('search');
    const deposit = texts(lang, 'common')('balance.deposit');
    await page.getByRole('banner').getByRole('button', { name: deposit }).click();
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    await walk.checkDialog('the deposit drawer');
    await follow(page, paths.profileBankAccounts.to());
    const add = texts(lang, 'cashier')('account.add');
    await main(page).getByRole('button', { name: add }).click();
    await walk.checkDialog('a new bank account');
  }
  await follow(page, game);
  await expect(new PlayPage(page, lang).spin).toBeEnabled();
  await expectComplete(page, game, lang);
  await expectAccessible(page, game, isMobile, 'main');
  await walk.checkTexts('play');
  expect(walk.failed).toEqual([]);
  await follow(page, paths.play.to({ game: 'slot', id: 999999 }));
  await expect(page).toHaveURL(`${site()}/`);
  await walk.checkTexts('a failed start');
  await follow(page, paths.play.to({ game: 'slot', id: 'none' }));
  await walk.checkTexts('no game');
  expect([...walk.unknown]).toEqual([]);
});

for (const brand of ['zephyr', 'pera'] as const) {
  test(`the main pages of ${brand} are complete, have enough contrast and fit the window @phone @all`, async ({
    page,
    context,
    isMobile,
  }, { project }) => {
    const lang = languages[brand][project.name as 'desktop' | 'phone'];
    await context.addCookies([{ name: 'language', value: lang, url: site(brand) }]);
    const failed = failedResponses(page);
    const check = async (path: string, include: 'html' | 'main' = 'main') => {
      await expectComplete(page, path, lang);
      if (!isMobile) await expectContrast(page, path, include);
    };
    await page.goto(site(brand));
    await check(paths.home.to(), 'html');
    for (const path of mainPages.visitors) {
      await follow(page, path);
      await check(path);
    }
    await logIn(page, 'zengin', site(brand));
    await page.goto(site(brand) + paths.profile.to());
    for (const path of mainPages.players) {
      await follow(page, path);
      await check(path);
    }
    expect(failed).toEqual([]);
  });
}

test('every page is served by its address, those of players after the login, and no other', async ({
  page,
}) => {
  for (const [path, target] of [
    [paths.oldHome.to(), paths.home.to()],
    [paths.me.to(), paths.login.to()],
    [paths.profile.to(), paths.login.to()],
  ] as const) {
    await page.goto(site() + path);
    await expect(page).toHaveURL(site() + target);
  }
  const addresses = [...forVisitors, ...forPlayers, game, paths.maintenanceDemo.to()];
  const statuses = (addresses: string[]) =>
    page.evaluate(
      (paths) => Promise.all(paths.map(async (path) => [path, (await fetch(path)).status])),
      addresses,
    );
  expect(await statuses(addresses)).toEqual(addresses.map((path) => [path, 200]));
  expect(await statuses(['/no/such/page'])).toEqual([['/no/such/page', 404]]);
});

test('no address is left out of the walk', () => {
  const walked = [paths.home.to(), ...forVisitors, ...forPlayers, game, paths.maintenanceDemo.to()];
  const isWalked = (pattern: string) =>
    walked.some((path) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path));
  const known = [...aliases, ...elsewhere];
  expect(
    routePatterns().filter((pattern) => !isWalked(pattern) && !known.includes(pattern)),
  ).toEqual([]);
});

test('the mock’s own page lists every call and tries one', async ({ page }) => {
  await page.goto(`${site()}/__mock/#habanero/getJackpots`);
  await expect(page.getByRole('heading', { name: 'habanero/getJackpots' })).toBeVisible();
  await page.getByRole('button', { name: /^(try|send)/i }).click();
  await expect(page.locator('.answer').getByText('"jackpotID"').first()).toBeVisible();
});
