import type { Locator } from '@playwright/test';
import { paths } from '../src/lib/paths/paths';
import { expect, follow, logIn, main, site, test } from './fixtures';
import { fail } from './mock';

/** Pages of each layout that begin with their title. */
const titled = [
  paths.slots.to(),
  paths.providers.to(),
  paths.promotions.to(),
  paths.contact.to(),
  paths.profileDeposit.to(),
  paths.profileHistory.to({ kind: 'finance' }),
  paths.profileBankAccounts.to(),
  paths.favorites.to(),
  paths.notifications.to(),
  paths.info.to({ key: 'FAQ' }),
];

const heights = (elements: Locator) =>
  elements.evaluateAll((all) => [
    ...new Set(all.map((element) => Math.round(element.clientHeight))),
  ]);

test('titles are at one height, methods and histories are rows of 64 pixels, and nothing ends below the bar @phone', async ({
  page,
  isMobile,
}) => {
  await logIn(page);
  await page.goto(site() + paths.tickets.to());
  const places = new Set<number>();
  for (const path of titled) {
    await follow(page, path);
    const title = main(page).getByRole('heading', { level: 1 });
    await expect(title, path).toBeVisible();
    await expect(main(page).locator('[aria-busy=true]'), path).toHaveCount(0);
    const middle = await title.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return scrollY + (top + bottom) / 2;
    });
    places.add(Math.round(middle));
    if (path === paths.profileDeposit.to()) {
      const methods = main(page).locator('li:has(a[href*="method="]) > div');
      await expect.poll(() => heights(methods), path).toEqual([64]);
    }
    if (!isMobile || !path.startsWith('/profile')) continue;
    if (path === titled[5]) {
      await expect.poll(() => heights(main(page).locator('tbody tr')), path).toEqual([64]);
    }
    const footer = page.getByRole('contentinfo').locator('p').last();
    await footer.scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const bar = page.getByRole('navigation').last();
    const end = await footer.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(end, path).toBeLessThan((await bar.boundingBox())!.y);
  }
  expect([...places]).toHaveLength(1);
});

test('names of games are whole, and their marks leave the lettering of the covers free @phone', async ({
  page,
}) => {
  await logIn(page);
  await page.goto(site() + paths.live.to());
  const tiles = main(page).locator('article');
  await expect(tiles.first()).toBeVisible();
  const lines = await tiles.evaluateAll(([tile]) => {
    const name = tile!.querySelector('a')!;
    const { height } = name.getBoundingClientRect();
    name.textContent = 'Dolmabahçe Şanslı Rulet '.repeat(4);
    return [height, name.getBoundingClientRect().height, name.scrollWidth - name.clientWidth];
  });
  expect(lines[1]).toBeGreaterThan(lines[0]!);
  expect(lines[2]).toBe(0);

  await page.goto(site() + paths.favorites.to());
  await expect(tiles.first()).toBeVisible();
  const wrong = await tiles.evaluateAll((all) =>
    all.flatMap((tile) => {
      const name = tile.querySelector('a')!;
      const cut = name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight;
      const cover = tile.querySelector('img')!.getBoundingClientRect();
      const marks = [...tile.querySelectorAll('[class*=badge], button')];
      const places = marks.map((mark) => mark.getBoundingClientRect());
      // The lettering begins below the middle of a cover.
      const low = places.some(({ bottom }) => bottom > cover.top + cover.height * 0.66);
      const over = places.some((a, index) =>
        places.slice(index + 1).some((b) => a.right > b.left + 1 && a.bottom > b.top + 1),
      );
      return cut || low || over ? [name.textContent] : [];
    }),
  );
  expect(wrong).toEqual([]);
  // On the dark circle the accent of the light mode would be too dark.
  const pressed = tiles.getByRole('button', { pressed: true }).first();
  await expect(pressed).toHaveCSS('color', 'rgb(255, 255, 255)');
});

test('skeletons are as high as the cards that take their place @phone', async ({ page }) => {
  await logIn(page);
  let release: (() => void) | undefined;
  let held: Promise<void> | undefined;
  await page.route('**/endpoint/v1', async (route) => {
    if (/bonus|transactions|Tournaments|bank_accounts/.test(route.request().postData()!)) {
      await held;
    }
    await route.continue();
  });
  for (const path of [
    paths.profileBonuses.to(),
    paths.tickets.to(),
    paths.tournaments.to(),
    paths.profileBankAccounts.to(),
  ]) {
    held = new Promise((resolve) => (release = resolve));
    await page.goto(site() + path);
    const skeleton = main(page).locator('[aria-busy=true] > [aria-hidden]').first();
    const { height } = (await skeleton.boundingBox())!;
    release?.();
    const card = main(page).locator('li:has(article, bdi)').first();
    await expect(card, path).toBeVisible();
    const difference = (await card.boundingBox())!.height / height - 1;
    expect(Math.abs(difference), path).toBeLessThan(0.1);
  }
});

test('the methods in the deposit drawer are rows that stand out from it', async ({ page }) => {
  await logIn(page);
  await page.goto(`${site()}/?deposit=`);
  const row = page.getByRole('dialog').locator('li > div').first();
  await expect(row).toBeVisible();
  for (const mode of ['dark', 'light']) {
    await page
      .locator('html')
      .evaluate((element, mode) => element.setAttribute('data-mode', mode), mode);
    const colors = await row.evaluate((item) =>
      [item, item.closest('dialog')!].map((element) => getComputedStyle(element).backgroundColor),
    );
    expect(colors[0], mode).not.toBe(colors[1]);
  }
});

test('logos have a contrast of 4.5:1 in both colour modes', async ({ page }) => {
  await page.goto(site() + paths.providers.to());
  const logos = main(page).locator('img');
  await expect(logos.first()).toBeVisible();
  for (const mode of ['dark', 'light']) {
    await page
      .locator('html')
      .evaluate((element, mode) => element.setAttribute('data-mode', mode), mode);
    const low = await logos.evaluateAll(async (all) => {
      const luminance = (rgb: number[]) =>
        rgb
          .map((value) => value / 255)
          .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
          .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index]!, 0);
      const contrasts = await Promise.all(
        all.map(async (element) => {
          const svg = await (await fetch((element as HTMLImageElement).src)).text();
          const tone = /fill="#(\w{6})"/
            .exec(svg)![1]!
            .match(/../g)!
            .map((hex) => parseInt(hex, 16));
          const ground = getComputedStyle(element)
            .backgroundColor.match(/[\d.]+/g)!
            .map(Number);
          if (ground[3] === 0) return 0;
          return (luminance(ground.slice(0, 3)) + 0.05) / (luminance(tone) + 0.05);
        }),
      );
      return contrasts.filter((contrast) => contrast < 4.5);
    });
    expect(low, mode).toEqual([]);
  }
});

test('the first load of pages moves nothing @phone', async ({ page }) => {
  await logIn(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 3 });
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    const add = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.sum += entry.value;
    };
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shifts });
  });
  const methods = paths.profileDeposit.to();
  await page.goto(site() + methods);
  const form = (await main(page).locator('a[href*="method="]').first().getAttribute('href'))!;
  for (const path of [paths.providers.to(), paths.profileLimits.to(), methods, form]) {
    // Slow enough for the skeletons to be painted.
    await page.route('**/endpoint/v1', async (route) => {
      await new Promise((end) => setTimeout(end, 500));
      await route.continue().catch(() => undefined);
    });
    await page.goto(site() + path);
    await page.waitForLoadState('networkidle');
    await expect(main(page).locator('[aria-busy=true]'), path).toHaveCount(0);
    const sum = await page.evaluate(
      () => (window as unknown as { shifts: { sum: number } }).shifts,
    );
    expect(sum.sum, path).toBeLessThan(0.02);
  }
});

test('a game in Arabic has balance and win below their labels @phone', async ({ page }) => {
  await logIn(page);
  await page.context().addCookies([{ name: 'language', value: 'ar', url: site() }]);
  await page.goto(site() + paths.play.to({ game: 'slot', id: 1001 }));
  const figures = page.frameLocator('iframe').locator('.figure:is(.balance, .win)');
  await expect(figures).toHaveCount(2);
  const apart = await figures.evaluateAll((all) =>
    all.map((element) => {
      const [label, amount] = [...element.querySelectorAll('.label, .amount')].map((part) =>
        part.getBoundingClientRect(),
      );
      const edges = [label!.right - amount!.right, label!.left - amount!.left];
      return Math.min(...edges.map(Math.abs));
    }),
  );
  expect(Math.max(...apart)).toBeLessThan(2);
});

test('text of 200 % cuts no limit of a method, hides no button and shows no link that waits for the focus @phone', async ({
  page,
}) => {
  await logIn(page);
  await page.goto(site() + paths.profileDeposit.to());
  const facts = main(page).locator('li:has(a[href*="method="]) p');
  await expect(facts.first()).toBeVisible();
  await page.locator('html').evaluate((element) => element.style.setProperty('font-size', '200%'));
  const cut = (all: Element[]) =>
    all.filter((element) => element.scrollWidth > element.clientWidth).length;
  expect(await facts.evaluateAll(cut)).toBe(0);
  const skip = page.locator('a[href="#main"]').first();
  expect(
    await skip.evaluate((element) => element.getBoundingClientRect().bottom),
  ).toBeLessThanOrEqual(0);

  // The hero and the bar of a game have space for their buttons.
  for (const [path, block, button] of [
    [paths.home.to(), '[aria-roledescription]', '[role=group]:first-child :is(a, h2)'],
    [paths.play.to({ game: 'slot', id: 1005 }), 'header', 'button, [data-testid], h1'],
  ] as const) {
    await page.goto(site() + path);
    const within = main(page).locator(block).first();
    await expect(within.locator(button).first()).toBeVisible();
    await page
      .locator('html')
      .evaluate((element) => element.style.setProperty('font-size', '200%'));
    const outside = await within.evaluate((outer, button) => {
      const { left, right, top, bottom } = outer.getBoundingClientRect();
      const isOutside = (box: DOMRect) =>
        box.width < 24 ||
        box.left < Math.max(left, 0) ||
        box.right > Math.min(right, innerWidth) ||
        box.top < top ||
        box.bottom > bottom;
      const all = [...outer.querySelectorAll(button)].map((element) =>
        element.getBoundingClientRect(),
      );
      return all.filter((element) => element.width > 0 && isOutside(element)).length;
    }, button);
    expect(outside, path).toBe(0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide, path).toBe(false);
  }
});

test('the states of a missing game and of a lobby that fails have their size and distance', async ({
  page,
}) => {
  await logIn(page);
  await page.goto(`${site()}/play/xyz/1`);
  const slots = main(page).locator(`a[href="${paths.slots.to()}"]`);
  await expect(slots).toBeVisible();
  expect((await slots.boundingBox())!.height).toBeLessThan(60);

  await fail(page, 502, 'casino/category_list');
  await page.goto(site() + paths.home.to());
  const failed = main(page).getByRole('alert').first();
  await expect(failed).toBeVisible();
  const gap = await failed.evaluate((element) => {
    const above = element.closest('section')!.previousElementSibling!;
    return element.getBoundingClientRect().top - above.getBoundingClientRect().bottom;
  });
  expect(gap).toBeGreaterThan(20);
});
