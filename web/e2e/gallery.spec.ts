import type { Page } from '@playwright/test';
import { createServer } from 'vite';
import { resolve } from 'node:path';
import { violations } from './axe';
import { expect, overflow, test as base } from './fixtures';
import { startCroupier } from './server';

/** The gallery of components on Vite's development server, behind the binary as in `make dev`. */
const test = base.extend<object, { gallery: string }>({
  gallery: [
    // eslint-disable-next-line no-empty-pattern -- Playwright requires the destructuring
    async ({}, use, { parallelIndex }) => {
      const vite = await createServer({
        root: resolve(import.meta.dirname, '..'),
        // Servers that share a cache discard each other's modules.
        cacheDir: `node_modules/.vite/gallery-${parallelIndex}`,
        server: { port: 0, watch: null },
        logLevel: 'error',
      });
      await vite.listen();
      const address = vite.httpServer?.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const croupier = await startCroupier(['--dev-site', `http://127.0.0.1:${port}`]);
      await use(`http://marmara.localhost:${croupier.address.split(':').at(-1)}/__ui`);
      await croupier.stop();
      await vite.close();
    },
    { scope: 'worker' },
  ],
});

/** Opens the gallery with the language and the colour mode selected by its own buttons. */
async function select(page: Page, language: string, mode: string): Promise<void> {
  await page.getByRole('button', { name: mode, exact: true }).click();
  await page.locator(`header button[lang=${language}]`).click();
  await expect(page.locator('html')).toHaveAttribute('data-mode', mode);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

test('every component in every state is accessible @all', async ({ page, gallery }) => {
  test.slow(); // tabs through all states of all components
  await page.goto(gallery);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();

  for (const language of ['tr', 'ar']) {
    for (const mode of ['light', 'dark']) {
      await test.step(`${language}, ${mode}`, async () => {
        await select(page, language, mode);
        expect(await violations(page, { include: 'main' })).toEqual([]);
      });
    }
    await test.step(`${language}, width`, async () => {
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await overflow(page), `${language}, ${width} px`).toBeLessThanOrEqual(0);
      }
    });
  }
  await test.step('reduced motion', async () => expect(await animated(page)).toEqual([]));
  await test.step('keyboard', async () => expect(await missedByKeyboard(page)).toEqual([]));
  await test.step('overlays', () => expectOverlays(page));
});

/** Returns the elements that are animated although the visitor prefers reduced motion. */
const animated = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')].flatMap((element) =>
      [null, '::before', '::after'].flatMap((pseudo) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element, pseudo);
        const durations = `${animationDuration}, ${transitionDuration}`.split(', ');
        return durations.some((duration) => parseFloat(duration) > 0.00001)
          ? [`${element.outerHTML.slice(0, 120)} ${pseudo ?? ''}`]
          : [];
      }),
    ),
  );

/** Tabs through the page. Returns controls that were not reached or showed no focus indicator. */
async function missedByKeyboard(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const selector = ':is(a[href], button, input, select, textarea, summary, [tabindex])';
    const controls = [...document.querySelectorAll<HTMLElement>(`main ${selector}`)].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled') &&
        element.checkVisibility({ visibilityProperty: true }),
    );
    controls.forEach((control) => control.setAttribute('data-unreached', ''));
    document.addEventListener('focusin', ({ target }) => {
      const element = target as HTMLElement;
      const indicators = [null, '::after'].map(
        (item) => getComputedStyle(element, item).outlineStyle,
      );
      // Fields show the focus by the colour of their border.
      const indicated =
        element.matches('input, textarea') || indicators.some((style) => style !== 'none');
      if (indicated) element.removeAttribute('data-unreached');
    });
    (document.activeElement as HTMLElement | null)?.blur();
    document.getElementById('main')?.focus();
    return controls.length;
  });
  expect(count).toBeGreaterThan(100);
  // Scroll containers are tab stops too.
  const scrollers = 20;
  for (let press = 0; press < count + scrollers; press++) await page.keyboard.press('Tab');
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-unreached]')].map((element) =>
      element.outerHTML.slice(0, 160),
    ),
  );
}

/** Opens every overlay by keyboard, checks it, and closes it by keyboard. */
async function expectOverlays(page: Page): Promise<void> {
  const openers = page.locator('button[data-overlay]');
  for (const [index, state] of (await openers.allTextContents()).entries()) {
    const opener = openers.nth(index);
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    const dialog = page.locator('dialog[open]');
    if (await dialog.isVisible()) {
      await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
      expect(await violations(page, { include: 'dialog[open]' }), state).toEqual([]);
      await page.keyboard.press('Escape');
      // A persistent dialog ignores Escape and is closed by its button.
      if (await dialog.isVisible()) await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(page.locator('html')).toHaveCSS('overflow-y', 'visible');
      await expect(opener).toBeFocused();
    } else {
      const toast = page.locator('[data-toast]');
      if ((await toast.count()) > 0)
        expect(await violations(page, { include: '[data-toast]' }), state).toEqual([]);
      await opener.focus();
      await page.keyboard.press('Enter');
    }
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
  }
}
