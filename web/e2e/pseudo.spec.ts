import { readdirSync } from 'node:fs';
import { parse, resolve } from 'node:path';
import type { Page, Response } from '@playwright/test';
import { historyKinds, paths } from '../src/lib/paths';
import { expect, site, test } from './fixtures';
import { texts } from './texts';

/** The marks around every text of the site's locales in this test. */
const [open, close] = ['⟦', '⟧'];

const marked = new RegExp(`${open}[^${open}${close}]*${close}`, 'g');

/** What is no word: numbers, amounts in the brand's currency, punctuation, initials. */
const noWords = /^(?:[\p{N}\p{P}\p{S}\s]|\bTL\b)*$|^\p{Lu}{1,2}$/u;

/** What joins the parts of a text. */
const joints = /(?:^|\s)·\s|: /;

const namespaces = readdirSync(resolve(import.meta.dirname, '../src/locales/tr'));

/** The chunks of texts, and others of the same names. */
const textChunks = new RegExp(
  `/assets/(locale|${namespaces.map((file) => parse(file).name).join('|')})-[^/]*\\.js$`,
);

/**
 * Marks the texts in the chunks of the locales. Each is an object of template literals, which nothing but the loaders
 * of the other namespaces stands beside.
 */
async function markTexts(page: Page): Promise<void> {
  await page.route(textChunks, async (route) => {
    const { pathname } = new URL(route.request().url());
    // Only browsers know the names below "localhost".
    const response = await route.fetch({
      url: `http://${process.env.CROUPIER_ADDRESS}${pathname}`,
    });
    const script = await response.text();
    const isLocale =
      pathname.startsWith('/assets/locale-') ||
      /^var e=\{[^]*\};export\{e as default\};?\s*$/.test(script);
    const body = isLocale
      ? script.replace(/([\w"'-]:)`((?:[^`\\]|\\.)*)`/g, `$1\`${open}$2${close}\``)
      : script;
    await route.fulfill({ response, body });
  });
  // Words of dates, durations and short amounts are the browser's texts.
  await page.addInitScript(
    ([open, close]) => {
      const { NumberFormat, DateTimeFormat, RelativeTimeFormat } = Intl;
      const mark = (text: string) => open + text + close;
      const relative = RelativeTimeFormat.prototype as Intl.RelativeTimeFormat;
      const formatRelative = relative.format;
      relative.format = function (value, unit) {
        return mark(formatRelative.call(this, value, unit));
      };
      for (const { prototype } of [NumberFormat, DateTimeFormat]) {
        const format = Object.getOwnPropertyDescriptor(prototype, 'format')!.get!;
        Object.defineProperty(prototype, 'format', {
          get(this: Intl.NumberFormat | Intl.DateTimeFormat) {
            const own = format.call(this) as (value: unknown) => string;
            const options = this.resolvedOptions();
            const words = !('notation' in options) || options.notation === 'compact';
            return words ? (value: unknown) => mark(own(value)) : own;
          },
        });
      }
    },
    [open, close] as const,
  );
}

/** Collects the texts that the page receives from the server. */
function collectServerTexts(page: Page) {
  const received = new Set<string>();
  const pending: Promise<void>[] = [];
  const add = (value: unknown): void => {
    if (typeof value === 'string') {
      received.add(value.trim());
      if (value.startsWith('{')) add(JSON.parse(value));
      for (const part of value.split(/<[^>]*>/)) received.add(part.trim());
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(add);
  };
  page.on('response', (response: Response) => {
    add(response.headers()['x-request-id']);
    if (!response.headers()['content-type']?.includes('json')) return;
    pending.push(
      response.json().then(add, () => undefined), // the page was left
    );
  });
  return {
    add,
    async all(): Promise<Set<string>> {
      await Promise.all(pending.splice(0));
      return received;
    },
  };
}

/** Returns what a page says: its visible texts, names of controls and title. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.replace(/\s+/g, ' ').trim();
      if (!text || !element || element.closest('script, style, noscript, [hidden]')) continue;
      if (element.checkVisibility({ visibilityProperty: true })) found.add(text);
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'aria-description'])
      for (const element of document.querySelectorAll(`[${name}]`))
        found.add(element.getAttribute(name) ?? '');
    return [...found];
  });

/** Follows a link of the site without a click on one, and waits until its page is complete. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.title = '';
    history.pushState({ idx: history.length }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
  await expect.poll(() => page.title(), path).not.toBe('');
  await expect(page.locator('[aria-busy=true]'), path).toHaveCount(0);
}

/** Pages that need no login. */
const forVisitors = [
  paths.slots.to(),
  paths.live.to(),
  paths.providers.to(),
  paths.virtual.to(),
  paths.bingo.to(),
  paths.sport.to(),
  paths.promotions.to(),
  paths.promotion.to({ id: 1 }),
  paths.tournaments.to(),
  paths.tournament.to({ id: 1 }),
  paths.info.to({ key: 'FAQ' }),
  paths.contact.to(),
  paths.register.to(),
  paths.registerConfirm.to(),
  paths.forgotPassword.to(),
  paths.accountReset.to(),
  paths.maintenanceDemo.to(),
  '/no-such-page',
  paths.login.to(),
];

/** Pages that need a login. */
const forPlayers = [
  paths.profile.to(),
  paths.profileDeposit.to(),
  paths.profileWithdraw.to(),
  paths.profileBankAccounts.to(),
  paths.profileTransactions.to(),
  ...historyKinds.map((kind) => paths.profileHistory.to({ kind })),
  paths.profileBonuses.to(),
  paths.profileSecurity.to(),
  paths.profileLimits.to(),
  paths.profileVerification.to(),
  paths.favorites.to(),
  paths.notifications.to(),
  paths.tickets.to(),
];

/** Collects what pages say that neither the locales nor the server has. */
function collectUnknown(page: Page, server: ReturnType<typeof collectServerTexts>) {
  const unknown = new Set<string>();
  const withoutMarked = (text: string): string => {
    const rest = text.replace(marked, '');
    return rest === text ? text : withoutMarked(rest);
  };
  return {
    unknown,
    async check(name: string): Promise<void> {
      // The texts first: what they came with has then been received.
      const texts = await textsOf(page);
      const known = await server.all();
      const isKnown = (text: string) =>
        noWords.test(text) || known.has(text.trim()) || known.has(text.replace(/\s/g, ''));
      for (const text of texts) {
        if (isKnown(text) || withoutMarked(text).split(joints).every(isKnown)) continue;
        unknown.add(`${name}: ${text}`);
      }
    },
  };
}

test('every text of the pages is in the locales @once @all', async ({ page }) => {
  const server = collectServerTexts(page);
  const { unknown, check } = collectUnknown(page, server);
  const visit = async (path: string) => {
    await follow(page, path);
    await check(path);
    // What an empty form is told.
    const submit = page.getByRole('main').locator('form button[type=submit]:enabled').first();
    if (!(await submit.isVisible())) return;
    await submit.click();
    await check(`${path}, sent`);
  };
  await markTexts(page);
  const html = (await (await page.goto(site()))?.text()) ?? '';
  server.add(/<title>(.*?)<\/title>/.exec(html)?.[1]);
  server.add(JSON.parse((await page.locator('#croupier-bootstrap').textContent()) ?? '{}'));
  // What the server paints has been rendered without the marks.
  await expect(page.locator('#root')).toHaveAttribute('data-started', '');
  await check('home');
  for (const path of forVisitors) await visit(path);

  const logIn = async (username: string) => {
    server.add(username.slice(0, 2)); // the initials until the profile is known
    await page.locator('input[autocomplete=username]').fill(username);
    await page.locator('input[autocomplete=current-password]').fill('Demo123');
    await page.locator('form button[type=submit]').click();
  };
  const dialog = page.getByRole('dialog');
  const checkDialog = async (name: string) => {
    await expect(dialog).toBeVisible();
    await check(name);
    // The first one empties a field of search.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden({ timeout: 1000 });
    }).toPass();
  };
  await logIn('ikili');
  await checkDialog('the prompt of the authenticator');
  await logIn('zengin');
  await expect(page).toHaveURL(`${site()}/`);
  await check('home of a player');
  for (const path of forPlayers) {
    await visit(path);
    const method = page.getByRole('main').locator('a[href*="?method="]').first();
    if (await method.isVisible()) await visit((await method.getAttribute('href')) ?? '');
  }

  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('ca');
  await expect(page.getByRole('option').first()).toBeVisible();
  await checkDialog('search');
  const deposit = texts('tr', 'layout')('balance.deposit');
  await page.getByRole('banner').getByRole('button', { name: deposit }).click();
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await checkDialog('the deposit drawer');
  await follow(page, paths.profileBankAccounts.to());
  const add = texts('tr', 'cashier')('account.add');
  await page.getByRole('main').getByRole('button', { name: add }).click();
  await checkDialog('a new bank account');

  await follow(page, paths.play.to({ type: 'slot', id: 1001 }));
  await expect(page.locator('iframe')).toBeVisible();
  await check('play');
  await follow(page, paths.play.to({ type: 'slot', id: 999999 }));
  await expect(page).toHaveURL(`${site()}/`);
  await check('a failed start');
  await follow(page, paths.play.to({ type: 'slot', id: 'none' }));
  await check('no game');

  // A text that no locale has is found.
  await page.evaluate(() => document.body.append('Wort'));
  expect([...unknown]).toEqual([]);
  await check('here');
  expect([...unknown]).toEqual(['here: Wort']);
});
