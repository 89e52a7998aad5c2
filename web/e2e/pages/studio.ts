import type { Browser, Page } from '@playwright/test';
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

/** Returns the home page as the server sends it. A page of the site must be open. */
export const served = (player: Page): Promise<string> =>
  player.evaluate(async () => (await fetch('/')).text());

/** Publishes the draft on an open page of the studio, or proposes it. */
export async function publish(page: Page, action: 'publish' | 'propose' = 'publish') {
  await page.getByRole('button', { name: t('publish.action') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t(`publish.${action}`), exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Closes the pages of all accounts and players. */
export const closeAll = (browser: Browser) =>
  Promise.all(browser.contexts().map((context) => context.close()));
