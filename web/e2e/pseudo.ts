import { readdirSync } from 'node:fs';
import { parse, resolve } from 'node:path';
import type { Page, Response } from '@playwright/test';

/** The marks around every text of the site's locales. */
const [open, close] = ['⟦', '⟧'];

const marked = new RegExp(`${open}[^${open}${close}]*${close}`, 'g');

/** Texts without words: numbers, amounts in the brand's currency, punctuation, initials. */
const noWords = /^(?:[\p{N}\p{P}\p{S}\s]|\bTL\b)*$|^\p{Lu}{1,2}$/u;

/** Separators between the parts of a text. */
const joints = /(?:^|\s)·\s|: /;

const namespaces = readdirSync(resolve(import.meta.dirname, '../src/locales/tr'));

/** The chunks of texts and others of the same names. The developer panel's chunks have no hash. */
const textChunks = new RegExp(
  `/(assets/(locale|${namespaces.map((file) => parse(file).name).join('|')})-[^/]*|dev/devpanel\\d*)\\.js$`,
);

/**
 * Marks the texts in the chunks of the locales. Each chunk is an object of template literals, and
 * contains nothing else but the loaders of other namespaces.
 */
export async function markTexts(page: Page): Promise<void> {
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
  // Words of dates, durations and units are the browser's texts.
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
            const words = !('notation' in options) || options.style === 'unit';
            return words ? (value: unknown) => mark(own(value)) : own;
          },
        });
      }
    },
    [open, close] as const,
  );
}

/** Collects the texts that the page receives from the server. */
export function collectServerTexts(page: Page) {
  const received = new Set<string>();
  const pending: Promise<void>[] = [];
  const add = (value: unknown): void => {
    if (typeof value === 'string') {
      received.add(value.trim());
      if (value.startsWith('{')) add(JSON.parse(value));
      for (const part of value.split(/<[^>]*>/)) received.add(part.trim().replaceAll('&#39;', "'"));
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(add);
  };
  page.on('response', (response: Response) => {
    add(response.headers()['x-request-id']);
    if (!response.headers()['content-type']?.includes('json')) return;
    pending.push(
      response.json().then(add, () => undefined), // the page has navigated away
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

/** Returns the visible texts, control names and title of a page. */
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

/** Collects texts of pages that neither the locales nor the server contain. */
export function collectUnknown(page: Page, server: ReturnType<typeof collectServerTexts>) {
  const unknown = new Set<string>();
  const withoutMarked = (text: string): string => {
    const rest = text.replace(marked, '');
    return rest === text ? text : withoutMarked(rest);
  };
  return {
    unknown,
    async check(name: string): Promise<void> {
      // Reads the texts first, so their responses have been received.
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
