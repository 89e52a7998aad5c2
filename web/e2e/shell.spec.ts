import type { Page } from '@playwright/test';
import { delayScripts, expect, main, site, test, type Brand } from './fixtures';
import { texts } from './texts';

/** The position and size of an element: x, y, width and height. */
type Box = number[] | null;

/** The boxes of elements that the server paints and the site renders again, by name. */
const boxes = (page: Page): Promise<Record<string, Box | undefined>> =>
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
      // The button of a submenu, which loads later, changes the height of its link.
      menu: rounded(document.querySelector('header nav a'))?.slice(0, 1),
      login: rounded(document.querySelector('header a[href="/login"]')),
      title: rounded(main?.querySelector('h2, h1:not(.visually-hidden)')),
      picture: rounded(main?.querySelector('article img')),
      chips: rounded(main?.querySelector('nav')),
      dots: rounded(main?.querySelector('section > :nth-child(2)')),
      filters: rounded(main?.querySelector('select')),
      tile: rounded(tile),
      tileName: rounded(tile?.querySelector('p')),
      // The server paints the end of an offer as a date, the site as the time left.
      badge: rounded(tile?.querySelector('[class*=badge]'))?.slice(0, 2),
      facts: rounded(main?.querySelector('aside, article > p')),
      bar: rounded(document.querySelector('#root > nav')),
      // The lobby adds sections while it is scrolled, and the footer adds texts.
      footer:
        location.pathname === '/' ? null : rounded(document.querySelector('footer'))?.slice(0, 3),
    };
  });

/** The sum of the layout shifts of a page since a time, without those that its visitor caused. */
const layoutShift = (page: Page, since: number): Promise<number> =>
  page.evaluate(
    (since) =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
            if (!shift.hadRecentInput && shift.startTime > since) sum += shift.value;
          }
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum), 100));
      }),
    since,
  );

const loadedFonts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const files = performance.getEntriesByType('resource').map(({ name }) => name);
    return files.filter((name) => name.endsWith('.woff2'));
  });

/** Opens a page with delayed scripts. Returns a function that releases them. */
async function openShell(page: Page, address: string): Promise<() => void> {
  const release = await delayScripts(page);
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('header').waitFor();
  await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded'));
  await page.evaluate(() => document.fonts.ready);
  // The file of the logo decides its width.
  const isComplete = () => document.querySelector<HTMLImageElement>('header img')?.complete ?? true;
  await page.waitForFunction(isComplete);
  return release;
}

/** Marks the document if a spinner replaces a painted page. */
const watchSpinner = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('#main > [role=status] > [class*=spinner]'))
        document.documentElement.dataset.spinner = '';
    }).observe(document, { childList: true, subtree: true });
  });

/** Each brand with its paths, language, radius, and the position and title of its own row. */
const shells: [Brand, paths: string[], lang: string, radius: string, row?: [number, string]][] = [
  [
    'marmara',
    [
      ...['/', '/slot', '/live', '/slot/category/27', '/slot/provider/1', '/providers'],
      ...['/promotions', '/tournaments', '/about-us', '/info/FAQ', '/contact'],
    ],
    'tr',
    '14px',
  ],
  ['zephyr', ['/'], 'en', '8px', [1, 'rows.wins']],
  ['pera', ['/'], 'ar', '4px', [0, 'rows.live']],
];

for (const [brand, paths, lang, radius, row] of shells) {
  test(`the site of ${brand} renders at the same place what the server has painted, with no spinner between @phone`, async ({
    page,
  }) => {
    await watchSpinner(page);
    const root = page.locator('html');
    for (const path of paths) {
      let release = () => undefined as void;
      // The page does not wait for a slow platform, so the list may be in a later page.
      await expect(async () => {
        release = await openShell(page, site(brand) + path);
        await expect(main(page).getByRole('link').first()).toBeVisible({ timeout: 2000 });
      }).toPass();
      const painted = await boxes(page);
      const since = await page.evaluate(() => performance.now());
      release();
      await expect(page.locator('#root')).toHaveAttribute('data-started', '');
      await expect(page.locator('footer')).toBeAttached();
      for (const [name, box] of Object.entries(await boxes(page))) {
        expect(box === null, `${path} ${name}`).toBe(painted[name] === null);
        // Half a pixel, because the number of games next to a title changes the height of its line.
        box?.forEach((value, i) =>
          expect(Math.abs(value - (painted[name]?.[i] ?? 0)), `${path} ${name}`).toBeLessThan(1),
        );
      }
      await expect(root, path).not.toHaveAttribute('data-spinner');
      const shift = await layoutShift(page, since);
      expect(shift, `${path} layout shift`).toBeLessThanOrEqual(0.01);
      await page.unrouteAll();
    }
    await expect(root).toHaveAttribute('data-brand', brand);
    await expect(root).toHaveAttribute('lang', lang);
    await expect(page).toHaveTitle(new RegExp(brand, 'i'));
    const own = await root.evaluate((element) =>
      getComputedStyle(element).getPropertyValue('--radius'),
    );
    expect(own).toBe(radius);
    if (!row) return;
    const [position, key] = row;
    const name = texts(lang, 'lobby')(key);
    const links = main(page).getByRole('region', { name }).getByRole('link');
    await expect(links.nth(1)).toBeVisible();
    const section = main(page).locator('section[aria-labelledby]').nth(position);
    await expect(section.getByRole('heading', { level: 2 })).toHaveText(name);
  });
}

test('links, and buttons pressed before the scripts run, work', async ({ page }) => {
  const release = await openShell(page, site() + '/promotions');
  await page.getByRole('button', { name: 'Oyun ara' }).first().click();
  release();
  await expect(page.getByRole('dialog')).toBeVisible();

  await page.unrouteAll();
  await openShell(page, site() + '/');
  await page.getByRole('link', { name: 'Kayıt' }).click();
  await expect(page).toHaveURL(/\/register$/);
});

test('pages of other forms replace what the server has painted with no spinner between', async ({
  page,
}) => {
  await watchSpinner(page);
  for (const path of ['/providers', '/promotions', '/login', '/register']) {
    await page.goto(site() + path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expect(page.locator('footer'), path).toBeAttached();
    await expect(page.locator('html'), path).not.toHaveAttribute('data-spinner');
  }
  // The names of languages do not load a font of other letters.
  await expect(page.locator('footer button[lang=ru]')).toBeVisible();
  expect(await loadedFonts(page)).not.toContainEqual(expect.stringMatching(/cyrillic/));
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor reads the public pages and follows their links @phone', async ({ page }) => {
    const title = (name: string) => expect(main(page).getByRole('heading', { level: 1, name }));
    const footer = page.getByRole('contentinfo');
    // A page whose data came too late shows placeholders.
    const open = async (go: () => Promise<unknown>) => {
      await go();
      await expect(async () => {
        if ((await main(page).getByRole('link').count()) === 0) await page.reload();
        await expect(main(page).getByRole('link').first()).toBeVisible({ timeout: 1000 });
      }).toPass();
      await expect(page.locator('.notice-line')).toContainText('JavaScript');
      await expect(footer.getByText(/^18\+$/)).toBeVisible();
    };
    await open(() => page.goto(site()));
    await expect(main(page).getByText('TL').first()).toBeAttached();
    await open(() => main(page).getByRole('link', { name: 'Tümü En popüler' }).click());
    await title('En popüler').toBeVisible();
    await open(() => main(page).getByRole('link', { name: 'Tümü', exact: true }).click());
    await title('Slotlar').toBeVisible();
    await expect(
      main(page).getByRole('combobox').first().getByRole('option').nth(5),
    ).toBeAttached();
    await open(() => main(page).getByRole('link', { name: 'Yeni gelenler' }).click());
    await title('Yeni gelenler').toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Yeni gelenler' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await open(() => footer.getByRole('link', { name: 'Promosyonlar' }).click());
    const promotion = main(page).locator('h2 a').first();
    const name = await promotion.innerText();
    await open(() => promotion.click());
    await title(name).toBeVisible();
    await expect(main(page).locator('aside dd').first()).toHaveText(/\d\d\/\d\d\/\d{4}/);
    await open(() => main(page).getByRole('link', { name: 'Tüm promosyonlar' }).click());
    await open(() => footer.getByRole('link', { name: 'Turnuvalar' }).click());
    await open(() => main(page).locator('h2 a').first().click());
    await expect(main(page).locator('tbody tr, h3').first()).toBeVisible();
    await open(() => footer.getByRole('link', { name: 'Sık sorulan sorular' }).click());
    await main(page).locator('summary').first().click();
    await expect(main(page).locator('details p').first()).toBeVisible();
    await open(() => main(page).getByRole('link', { name: 'Gizlilik' }).click());
    await title('Gizlilik').toBeVisible();
    await open(() => footer.getByRole('link', { name: 'İletişim' }).click());
    await open(() => page.goto(site() + '/providers'));
    await open(() => main(page).getByRole('link').first().click());
    await expect(main(page).locator('article').first()).toBeVisible();
  });
});
