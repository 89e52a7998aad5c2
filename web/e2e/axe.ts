import type axe from 'axe-core';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const source = await readFile(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** What an audit looks at. */
export interface Audit {
  /** Only this rule; by default those of WCAG 2.2 AA. */
  rule?: string;
  /** All of them but this one. */
  without?: string;
  /** Only inside this element; by default the page. */
  include?: string;
  /** Not inside these elements. */
  exclude?: string[];
}

/**
 * Returns the violations of the page's own document, one line per element. The rules are loaded once a page and the
 * report of what passes is left out, which AxeBuilder makes for every audit. Transitions end before the audit, as the
 * contrast of colours in transition is that of neither state.
 */
export async function violations(page: Page, audit: Audit = {}): Promise<string[]> {
  // A script of the page itself would be refused by its Content-Security-Policy.
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source);
  return page.evaluate(async ({ rule, without, include, exclude = [] }) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(sheet);
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { violations } = await window.axe!.run(
      { include: include ?? 'html', exclude },
      {
        runOnly: rule ? { type: 'rule', values: [rule] } : { type: 'tag', values: tags },
        rules: without ? { [without]: { enabled: false } } : {},
        resultTypes: ['violations'],
        iframes: false,
      },
    );
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
      (cSSStyleSheet) => cSSStyleSheet !== sheet,
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, target }) => `${id}: ${String(target)} ${html.slice(0, 160)}`),
    );
  }, audit);
}
