import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, logIn, site, test } from './fixtures';
import { texts } from './texts';

/** The step of the tested widths. All widths (MENU_STEP=1) take a minute per language. */
const step = Number(process.env.MENU_STEP ?? (process.env.CROUPIER_TESTS === 'all' ? 5 : 16));

const menu = JSON.parse(
  readFileSync('../configs/brands/marmara/datas/header-menu.json', 'utf8'),
) as { title: Record<string, string> }[];

/** Returns the entries that are in neither or both of the menu's line and its last button. */
const faults = (page: Page, entries: string[]) =>
  page.evaluate((entries) => {
    if (document.documentElement.scrollWidth > innerWidth) return ['the page is too wide'];
    const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const header = document.querySelector('header')!;
    const nav = header.querySelector('nav')!;
    if (!visible(nav)) return visible(header.querySelector('button')!) ? [] : ['no menu'];
    const line = nav.getBoundingClientRect();
    const named = (links: string, name: string) =>
      [...nav.querySelectorAll(links)].find(({ textContent }) => textContent === name);
    return entries.filter((name) => {
      const link = named(':scope > a, :scope > span > a', name);
      const box = link?.getBoundingClientRect();
      if (!link || !box) return true;
      const inLine = box.top === line.top && box.left >= line.left && box.right <= line.right;
      return visible(link) !== inLine || inLine === !!named(':scope > span > span a', name);
    });
  }, entries);

for (const lang of ['tr', 'en', 'de', 'ru', 'ar']) {
  test(`every entry of the header's menu is in its line or behind its last button at every width, ${lang}`, async ({
    page,
    context,
  }) => {
    test.slow(); // resizes the window
    await context.addCookies([{ name: 'language', value: lang, url: site() }]);
    const entries = menu.map(({ title }) => title[lang]!);
    for (const player of [undefined, 'demo']) {
      if (player) await logIn(page, player);
      await page.setViewportSize({ width: 1100, height: 600 });
      await page.goto(`${site()}/contact`);
      const more = page.getByRole('button', { name: texts(lang, 'layout')('menu.rest') });
      await expect(more).toBeVisible();
      for (let width = 1024; width <= 1920; width += step) {
        await page.setViewportSize({ width, height: 600 });
        await expect.poll(() => faults(page, entries), `${width}, ${player}`).toEqual([]);
      }
      await page.setViewportSize({ width: 1100, height: 600 });
      await more.focus();
      await page.keyboard.press('ArrowUp');
      const last = page
        .getByRole('navigation')
        .getByRole('link', { name: entries.at(-1) })
        .first();
      await expect(last).toBeFocused();
      await expect(last).toBeInViewport({ ratio: 1 });
      expect(await faults(page, entries)).toEqual([]);
    }
  });
}
