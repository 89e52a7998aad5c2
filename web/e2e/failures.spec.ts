import type { Page } from '@playwright/test';
import { paths } from '../src/lib/paths/paths';
import { balance, expect, failure, logIn, main, site, test } from './fixtures';
import { Lobby } from './pages/lobby';
import { LoginPage } from './pages/login';
import { texts } from './texts';

const auth = texts('tr', 'auth');
const common = texts('tr', 'common');
const layout = texts('tr', 'layout');

test.use({ provoked: /Failed to fetch dynamically imported module/ });

/** Fails the scripts of chunks. Returns the names of the requested ones. */
async function failChunks(page: Page, ...names: string[]): Promise<Set<string>> {
  const requested = new Set<string>();
  const chunk = new RegExp(`/assets/(${names.join('|')})-[\\w-]+\\.js$`);
  await page.route(chunk, (route) => {
    requested.add(chunk.exec(route.request().url())![1]!);
    return route.abort();
  });
  return requested;
}

/** Marks the page as just reloaded for a missing chunk, so it does not reload again. */
const withoutReload = (page: Page) =>
  page.addInitScript(() => sessionStorage.setItem('croupier-reloaded', String(Date.now())));

test('small parts that cannot be loaded take nothing else away, and are loaded again when asked', async ({
  page,
}) => {
  await withoutReload(page);
  await logIn(page);
  // The shared chunk has submenus, unread counts and reminders. The other decorates special dates.
  const parts = ['pages-occasion', 'shared'];
  const requested = await failChunks(page, ...parts);
  await page.goto(`${site()}/`);
  await expect.poll(() => [...requested].sort()).toEqual(parts);
  const banner = page.getByRole('banner');
  await expect(balance(page)).toBeVisible();
  await expect(banner.getByRole('navigation').getByRole('link', { name: 'Slot' })).toBeVisible();
  await expect(main(page).getByRole('article').first()).toBeVisible();
  const failed = page.getByRole('alert').filter({ hasText: common('section.failed') });
  await expect(async () => {
    await page.mouse.wheel(0, 400); // a browser that has nothing to draw stops
    await expect(failed.last()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.unrouteAll();
  const count = await failed.count();
  await failed
    .last()
    .getByRole('button', { name: common('error.retry') })
    .click();
  await expect.poll(() => failed.count()).toBeLessThan(count);
});

test('an overlay that cannot be loaded leaves the page, and opens when asked again @phone', async ({
  page,
  isMobile,
}) => {
  const press = (name: string) =>
    page.getByRole('button', { name }).filter({ visible: true }).first().click();
  /** Opens an overlay while its chunk fails, then again with the button of the message. */
  const openTwice = async (chunk: string, open: () => Promise<unknown>) => {
    await expect(page.locator('#root')).toHaveAttribute('data-started', '');
    await expect(main(page).getByRole('article').first()).toBeVisible();
    await open();
    await expect(failure(page)).toContainText(common('section.failed'));
    await expect(main(page).getByRole('article').first()).toBeVisible();
    await page.unrouteAll();
    await failure(page)
      .getByRole('button', { name: common('error.retry') })
      .click();
    // The lobby's popup may open too.
    await expect(page.getByRole('dialog').last(), chunk).toBeVisible();
    await expect(failure(page)).toHaveCount(0);
  };
  await withoutReload(page);
  await logIn(page);
  await failChunks(page, 'pages-search', 'pages-cashier');
  await page.goto(site() + paths.promotions.to());
  await openTwice('search', () => page.keyboard.press('/'));
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await failChunks(page, 'pages-cashier');
  await page.reload();
  await openTwice('deposit', () => press(layout('bar.deposit')));
  if (!isMobile) return;
  // All pages except the lobby need the shared chunk.
  await failChunks(page, 'shared');
  await page.goto(`${site()}/`);
  await openTwice('menu', () => press(layout('menu.open')));
});

test('texts that fail to load are requested again, and keys are never shown', async ({ page }) => {
  await page.addInitScript(() => {
    const keys = /\b(login|field|register)\.[a-z]+/i;
    new MutationObserver(() => {
      const shown = keys.exec(document.body?.innerText ?? '');
      if (shown) document.documentElement.dataset.shownKey = shown[0];
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  let failed = 0;
  await page.route(/\/assets\/auth-[\w-]+\.js$/, (route) =>
    ++failed <= 2 ? route.abort() : route.continue(),
  );
  await page.goto(site() + paths.login.to());
  await expect(page.getByLabel(auth('field.username'))).toBeVisible();
  expect(failed).toBe(3);
  await expect(page.locator('html')).not.toHaveAttribute('data-shown-key');
});

test('a page whose script cannot be loaded says so, and is loaded again when asked', async ({
  page,
}) => {
  const notice = page.getByRole('heading', { name: 'Sayfa açılamadı' });
  for (const script of ['landing', 'react']) {
    await page.route(`**/assets/${script}-*.js`, (route) => route.abort());
    await page.goto(site() + paths.login.to());
    await expect(notice, script).toBeVisible();
    await expect(page.locator('#root')).toBeHidden();
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Tekrar dene' }).click();
    await expect(page.getByLabel(auth('field.username'))).toBeVisible();
    await expect(notice).toBeHidden();
  }
  // The entry only imports the rest.
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.goto(site() + paths.login.to());
  await expect(page.getByLabel(auth('field.username'))).toBeVisible();
  await expect(notice).toBeHidden();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what it needs', async ({ page }) => {
    await page.goto(site() + paths.login.to());
    await expect(page.getByRole('heading', { name: 'JavaScript kapalı' })).toBeVisible();
    await expect(page.locator('#root')).toBeHidden();
  });
});

test('a browser that is too old says that the device is not supported', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Object, 'hasOwn'));
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(site() + paths.login.to());
  await expect(page.getByRole('heading', { name: 'Cihazınız desteklenmiyor' })).toBeVisible();
  await expect(page.locator('#root')).toBeHidden();
});

test('a browser without storage and without the library of newer ones opens the lobby and logs in', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, area, {
        get: () => {
          throw new DOMException('storage is blocked', 'SecurityError');
        },
      });
    }
    for (const [owner, ...names] of [
      [URL, 'canParse', 'parse'],
      [Array.prototype, 'toSorted', 'toReversed', 'toSpliced'],
      [Object, 'groupBy'],
      [Map, 'groupBy'],
      [Promise, 'withResolvers'],
    ] as const) {
      for (const name of names) Reflect.deleteProperty(owner, name);
    }
  });
  await page.goto(site());
  const lobby = new Lobby(page);
  await expect(lobby.hero).toBeVisible();
  await expect(lobby.games.first()).toBeVisible();
  await page.goto(site() + paths.login.to());
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(balance(page)).toBeVisible();
});
