import type { Page } from '@playwright/test';
import { brands, expect, site, test } from './fixtures';

/** The place of an element: x, y, width and height. */
type Box = number[] | null;

/** The boxes of what the server painted and the site renders again, by what they are. */
const boxes = (page: Page): Promise<Record<string, Box>> =>
  page.evaluate(() => {
    const rounded = (element: Element | null | undefined) => {
      if (!element) return null;
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height];
    };
    const main = document.querySelector('main');
    const tile = main?.querySelector('ul article');
    return {
      logo: rounded(document.querySelector('header img')),
      menu: rounded(document.querySelector('header nav a')),
      login: rounded(document.querySelector('header a[href="/login"]')),
      title: rounded(main?.querySelector('h2, h1:not(.visually-hidden)')),
      picture: rounded(main?.querySelector('article img')),
      chips: rounded(main?.querySelector('nav')),
      tile: rounded(tile),
      tileName: rounded(tile?.querySelector('p')),
      bar: rounded(document.querySelector('#root > nav')),
    };
  });

const loadedFonts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const files = performance.getEntriesByType('resource').map(({ name }) => name);
    return files.filter((name) => name.endsWith('.woff2'));
  });

/** Opens a page whose scripts wait; returns the function that lets them run. */
async function openShell(page: Page, address: string): Promise<() => void> {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('header').waitFor();
  await page.evaluate(() => document.fonts.ready);
  return release;
}

for (const brand of brands) {
  for (const path of brand === 'marmara' ? ['/', '/slot', '/live'] : ['/']) {
    test(`${brand} ${path}: what the server paints is where the site renders it`, async ({
      page,
    }) => {
      let release = () => undefined as void;
      // A platform that takes its time is not waited for: its list is in a later page.
      await expect(async () => {
        release = await openShell(page, site(brand) + path);
        await expect(page.locator('main ul article').first()).toBeVisible({ timeout: 2000 });
      }).toPass();
      const painted = await boxes(page);
      release();
      await expect(page.locator('#root')).toHaveAttribute('data-started', '');
      await expect(page.locator('footer')).toBeAttached();
      for (const [name, box] of Object.entries(await boxes(page))) {
        expect(box === null, name).toBe(painted[name] === null);
        // Half a pixel: the number of games beside a title changes the height of its line.
        box?.forEach((it, i) =>
          expect(Math.abs(it - (painted[name]?.[i] ?? 0)), name).toBeLessThan(1),
        );
      }
    });
  }
}

test('a button pressed before the scripts run works when they do @once', async ({ page }) => {
  const release = await openShell(page, site() + '/promotions');
  await page.getByRole('button', { name: 'Oyun ara' }).first().click();
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('links work before the scripts run @once', async ({ page }) => {
  await openShell(page, site() + '/');
  await page.getByRole('link', { name: 'Kayıt' }).click();
  await expect(page).toHaveURL(/\/register$/);
});

test('what the server paints is followed by the page itself, never by a spinner @once', async ({
  page,
}) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('#main > [role=status] > [class*=spinner]'))
        document.documentElement.dataset.spinner = '';
    }).observe(document, { childList: true, subtree: true });
  });
  for (const path of ['/', '/slot', '/live', '/providers', '/promotions', '/login', '/register']) {
    await page.goto(site() + path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expect(page.locator('footer'), path).toBeAttached();
    await expect(page.locator('html'), path).not.toHaveAttribute('data-spinner');
  }
});

test('the names of languages load no font of other letters @once', async ({ page }) => {
  await page.goto(site());
  await expect(page.locator('footer button[lang=ru]')).toBeVisible();
  expect(await loadedFonts(page)).not.toContainEqual(expect.stringMatching(/cyrillic/));
});
