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

/** The scope of an audit. */
export interface Audit {
  /** The only rule to check. Default: the rules of WCAG 2.2 AA. */
  rule?: string;
  /** A rule to skip. */
  without?: string;
  /** The only element to check. Default: the page. */
  include?: string;
  /** Elements to skip. */
  exclude?: string[];
}

/**
 * Returns the violations in the page's own document, one line per element. It loads the rules only
 * for the first audit of a page and omits passed checks, unlike AxeBuilder. Transitions end before
 * the audit, because contrasts during a transition are meaningless.
 */
export async function violations(page: Page, audit: Audit = {}): Promise<string[]> {
  // The Content-Security-Policy would refuse a script in the page itself.
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
