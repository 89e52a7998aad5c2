import { type Browser, type Page } from '@playwright/test';
import { staffPaths } from '../../src/lib/paths/staff';
import type { StudioTab } from '../../src/features/staff/model/studio';
import { expect, site, type Brand } from '../fixtures';
import type { Croupier } from '../server';
import { texts } from '../texts';
import { openConsole } from './console';

const t = texts('tr', 'staffStudio');

/** Opens a page of the brand studio for a staff account, in a separate browser. */
export const openStudio = (
  browser: Browser,
  server: Croupier,
  brand: Brand,
  tab: StudioTab,
  account = 'yonetici',
): Promise<Page> =>
  openConsole(browser, account, staffPaths.studioTab.to({ brand, tab }), {
    address: site('marmara', server.address),
  });

interface Response {
  status: number;
  body: { fields: Record<string, unknown>; revision: number; field?: string };
}

/** Sends a request to the staff API for the account of a page. */
export const requestAs = (
  page: Page,
  method: string,
  path: string,
  body?: object,
  revision?: number,
): Promise<Response> =>
  page.evaluate(
    async ([method, path, body, revision]) => {
      const response = await fetch(`/staff/v1${path}`, {
        method,
        headers: {
          panel: 'frontend',
          'Content-Type': 'application/json',
          ...(revision !== undefined && { 'If-Match': `"${revision}"` }),
        },
        body: body && JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as Response['body'] };
    },
    [method, path, body, revision] as const,
  );

/** Changes fields of a draft for the account of a page. */
export async function change(page: Page, brand: Brand, changes: object): Promise<Response> {
  const { body } = await requestAs(page, 'GET', `/studio/${brand}`);
  return requestAs(page, 'PATCH', `/studio/${brand}/draft`, { changes }, body.revision);
}

/** Publishes the draft on an open page of the studio, or proposes it. */
export async function publish(page: Page, action: 'publish' | 'propose' = 'publish') {
  await page.getByRole('button', { name: t('publish.action') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t(`publish.${action}`), exact: true }).click();
  await expect(dialog).toBeHidden();
}
