import type { Locator, Page } from '@playwright/test';
import { delayScripts, expect, logIn, main, site, test } from './fixtures';
import { scenario } from './mock';
import { texts } from './texts';

test.use({ inUse: false });

const layout = texts('tr', 'layout');
const searchButton = (page: Page) =>
  page.getByRole('button', { name: layout('search.label') }).filter({ visible: true });
const isStarted = (page: Page) => expect(page.locator('#root')).toHaveAttribute('data-started', '');
const isPainted = (page: Page) => expect(page.locator('#root')).not.toHaveAttribute('data-started');

/** A control: its tag and what distinguishes it from other controls of its kind. */
type Control = [tag: string, name: string, href: string | null];

/** Returns the first visible control of each kind. Controls of a kind have the same classes. */
const controlsOf = (page: Page): Promise<Control[]> =>
  page.evaluate(() => {
    const kinds = new Map<string, Control>();
    for (const element of document.querySelectorAll('#root :is(a[href^="/"], button)')) {
      const name = element.getAttribute('aria-label') ?? element.textContent;
      if (element.checkVisibility({ visibilityProperty: true }) && !kinds.has(element.className))
        kinds.set(element.className, [element.tagName, name, element.getAttribute('href')]);
    }
    return [...kinds.values()];
  });

/** Marks a control, because its place differs before and after the start. */
async function mark(page: Page, control: Control): Promise<Locator> {
  await page.waitForFunction(([tag, name, href]) => {
    const found = [...document.querySelectorAll(`#root ${tag}`)].find(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        (href
          ? element.getAttribute('href') === href
          : (element.getAttribute('aria-label') ?? element.textContent) === name),
    );
    found?.setAttribute('data-test', '');
    return found !== undefined;
  }, control);
  return page.locator('[data-test]');
}

/** What a press changes: dialogs, states, the hero, fields, the look and the address. */
const stateOf = (page: Page) =>
  page
    .evaluate(() => {
      const all = (selector: string) => [...document.querySelectorAll<HTMLInputElement>(selector)];
      return {
        path: decodeURIComponent(location.pathname + location.search),
        look: document.documentElement.lang + document.documentElement.dataset.mode,
        dialogs: all('dialog[open]').length,
        states: all('#root :is([aria-pressed=true], [aria-expanded=true])').length,
        hero: all('[aria-roledescription] > div > button').map(
          (element) => `${element.ariaLabel} ${element.ariaCurrent}`,
        ),
        values: all('main :is(input, select)').map((element) => element.value),
      };
    })
    // The press loads another page.
    .catch(() => ({}));

/** Forgets the language and the mode that a press has chosen. */
async function forget(page: Page): Promise<void> {
  await page.context().clearCookies({ name: /language|mode$/ });
  await page.evaluate(() => localStorage.clear());
}

/** Returns the state after the last change. A change may need further files. */
async function settled(page: Page): Promise<Record<string, unknown>> {
  let last = '';
  const isSame = async () => last === (last = JSON.stringify(await stateOf(page)));
  await expect.poll(isSame, { intervals: [500] }).toBe(true);
  return JSON.parse(last) as Record<string, unknown>;
}

const acts: Record<string, (control: Locator) => Promise<unknown>> = {
  click: (control) => control.click({ force: true }),
  tap: (control) => control.tap({ force: true }),
  'press Enter on': async (control) => {
    await control.focus();
    await control.press('Enter');
  },
};

for (const [name, act] of Object.entries(acts)) {
  test(`${name} each control of the lobby as the first act does its work once @all @phone`, async ({
    page,
    isMobile,
  }) => {
    if (isMobile !== (name === 'tap')) return;
    await page.goto(site());
    const controls = await controlsOf(page);
    expect(controls.length).toBeGreaterThan(6);
    for (const control of controls) {
      const [, text, href] = control;
      await test.step(`${text} ${href}`, async () => {
        let wanted: Record<string, unknown> = { path: href && decodeURIComponent(href) };
        if (!href) {
          await page.goto(site());
          await page.evaluate(() => dispatchEvent(new Event('wheel')));
          await isStarted(page);
          const unused = await settled(page);
          await act(await mark(page, control));
          await expect.poll(() => stateOf(page)).not.toEqual(unused);
          wanted = await settled(page);
          await forget(page);
        }
        const release = await delayScripts(page);
        await page.goto(site());
        await act(await mark(page, control));
        release();
        await expect.poll(() => stateOf(page)).toMatchObject(wanted);
        await page.unrouteAll();
        await forget(page);
      });
    }
  });
}

test('a search typed before the start opens with its text @phone', async ({ page, isMobile }) => {
  const release = await delayScripts(page);
  await page.goto(site());
  if (isMobile) await searchButton(page).tap();
  else await page.keyboard.press('/');
  await page.keyboard.type('mex');
  await page.keyboard.press('Backspace');
  await isPainted(page);
  const typing = page.keyboard.type('ga moolah of the sun', { delay: 60 });
  release();
  await typing;
  const field = page.getByRole('dialog').getByRole('combobox');
  await expect(field).toHaveValue('mega moolah of the sun');
  await expect(field).toBeFocused();
});

test('a text and a choice entered into a list before the start filter it', async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto(`${site()}/slot`);
  const field = main(page).getByRole('searchbox');
  const provider = main(page).getByRole('combobox').first();
  await field.pressSequentially('moon');
  await provider.selectOption({ index: 2 });
  const chosen = await provider.inputValue();
  await field.focus();
  const typing = page.keyboard.type('light sonata', { delay: 60 });
  release();
  await typing;
  await expect(page).toHaveURL(new RegExp(`provider/${chosen}.*moon|moon.*provider=?/?${chosen}`));
  await expect(field).toHaveValue('moonlight sonata');
  await expect(field).toBeFocused();
});

test('scrolled rows and the focus stay where they are when the site starts', async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 800 });
  const release = await delayScripts(page);
  await page.goto(site());
  const tile = main(page).locator('ul article a').nth(3);
  await tile.focus();
  const row = main(page).locator('ul:has(article)').first();
  await row.evaluate((list) => list.scrollBy({ left: 120, behavior: 'instant' }));
  await page.mouse.wheel(0, 1);
  const left = await row.evaluate((list) => list.scrollLeft);
  expect(left).toBeGreaterThan(0);
  const name = await tile.textContent();
  release();
  await isStarted(page);
  expect(await row.evaluate((list) => list.scrollLeft)).toBe(left);
  await expect(page.locator('a:focus')).toHaveText(name ?? '');
});

test('an answer stays open, and a page stays where a visitor has scrolled', async ({ page }) => {
  const releaseFaq = await delayScripts(page);
  await page.goto(`${site()}/info/FAQ`);
  const question = main(page).locator('details').nth(1);
  await question.locator('summary').click();
  releaseFaq();
  await isStarted(page);
  await expect(question).toHaveAttribute('open');
  await expect(main(page).locator('details[open]')).toHaveCount(1);
  await page.unrouteAll();

  for (const path of ['/contact', '/providers']) {
    const release = await delayScripts(page);
    await page.goto(site() + path);
    await page.keyboard.press('End');
    const isAtEnd = () => scrollY > 100 && scrollY + innerHeight > document.body.scrollHeight - 2;
    await page.waitForFunction(isAtEnd);
    const place = () => page.locator('footer').evaluate((e) => e.getBoundingClientRect().top);
    const before = await place();
    release();
    await isStarted(page);
    expect(Math.abs((await place()) - before), path).toBeLessThan(2);
    await page.unrouteAll();
  }
});

test('two presses, and one that spans the start, do their work', async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto(site());
  const dark = page.locator('html[data-mode=dark]');
  await page.getByRole('button', { name: layout('mode.light') }).click();
  await searchButton(page).hover();
  await page.mouse.down();
  release();
  await isStarted(page);
  await expect(dark).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(dark).toHaveCount(0);
});

test('scripts that cannot be loaded leave a page with links and a notice', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(site());
  await searchButton(page).click();
  const notice = page.getByRole('alert').filter({ visible: true });
  await expect(notice.getByRole('heading')).toHaveText('Sayfa açılamadı');
  await page.unrouteAll();
  await page.getByRole('link', { name: layout('auth.register') }).click();
  await expect(page).toHaveURL(/\/register$/);
});

test('an unused page loads its scripts late, and shows a maintenance that begins', async ({
  page,
}) => {
  await page.clock.install();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(site());
  await page.waitForLoadState('networkidle');
  expect(requests.filter((url) => url.includes('/endpoint/'))).toEqual([]);
  const entry = page.locator('link[data-start]').last();
  await expect(entry).toHaveAttribute('rel', 'modulepreload');
  await scenario(page, 'maintenance');
  await page.clock.runFor(60_000);
  await expect(page).toHaveURL(/\/maintenance$/);
});

test('a phone lays out and loads only what is near its window @phone', async ({
  page,
  isMobile,
}) => {
  if (!isMobile) return;
  const pictures = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'image') pictures.add(request.url());
  });
  const release = await delayScripts(page);
  await page.goto(site());
  await page.waitForLoadState('load');
  const footer = page.locator('footer > div').first();
  const isLaidOut = () =>
    footer.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isLaidOut()).toBe(false);
  expect(pictures.size).toBeLessThan(await main(page).locator('img').count());
  const height = () => main(page).evaluate((element) => element.scrollHeight);
  const before = await height();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(isLaidOut).toBe(true);
  expect(await height()).toBe(before);
  release();
});

test('a player, and a page with a choice in its address, start at once', async ({ page }) => {
  for (const address of ['/slot?sort=name', '/?utm_source=mail&deposit=1', '/#main']) {
    await page.goto(site() + address);
    await isStarted(page);
  }
  await page.goto(`${site()}/?utm_source=mail`);
  await page.waitForLoadState('networkidle');
  await isPainted(page);
  await logIn(page);
  await page.goto(site());
  await isStarted(page);
});
