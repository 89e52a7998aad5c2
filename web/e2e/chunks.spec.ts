import type { Page } from '@playwright/test';
import { expect, site, test } from './fixtures';
import { LoginPage } from './pages/login';
import { texts } from './texts';

const common = texts('tr', 'common');
const layout = texts('tr', 'layout');

test.use({ provoked: /Failed to fetch dynamically imported module/ });

async function logIn(page: Page): Promise<void> {
  await page.goto(`${site()}/login`);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(`${site()}/`);
}

/** Makes the scripts of chunks fail, and returns the names of those that were requested. */
async function failChunks(page: Page, ...names: string[]): Promise<Set<string>> {
  const requested = new Set<string>();
  await page.route(new RegExp(`/assets/(${names.join('|')})-[\\w-]+\\.js$`), (route) => {
    requested.add(/assets\/([A-Za-z]+)-/.exec(route.request().url())![1]!);
    return route.abort();
  });
  return requested;
}

/** The page has been reloaded for a missing chunk a moment ago, so that it is not reloaded again. */
const withoutReload = (page: Page) =>
  page.addInitScript(() => sessionStorage.setItem('croupier-reloaded', String(Date.now())));

test('small parts that cannot be loaded take nothing else away @once', async ({ page }) => {
  await logIn(page);
  const parts = ['HeaderSubmenu', 'UnreadCount', 'Reminders', 'Garland'];
  const requested = await failChunks(page, ...parts);
  await page.goto(`${site()}/promotions`);
  await expect.poll(() => [...requested].sort()).toEqual([...parts].sort());
  const banner = page.getByRole('banner');
  await expect(banner.getByTestId('balance')).toBeVisible();
  await expect(banner.getByRole('navigation').getByRole('link', { name: 'Slot' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
});

test('an entry of the menu whose children cannot be loaded is a link', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'wide pages have the menu in their header');
  const requested = await failChunks(page, 'DrawerGroup');
  await page.goto(`${site()}/promotions`);
  await page.getByRole('button', { name: layout('menu.open') }).click();
  await expect.poll(() => requested.size).toBe(1);
  const drawer = page.getByRole('dialog', { name: layout('menu.title') });
  await expect(drawer.getByRole('link', { name: 'Slot' })).toBeVisible();
});

test('the footer is loaded again when asked @once', async ({ page }) => {
  await failChunks(page, 'Footer');
  await page.goto(`${site()}/promotions`);
  const failed = page.getByRole('alert').filter({ hasText: common('section.failed') });
  await expect(failed).toBeVisible();
  await page.unrouteAll();
  await failed.getByRole('button', { name: common('error.retry') }).click();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

const press = (page: Page, name: string) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();

const overlays: {
  chunk: string;
  phone?: boolean;
  open: (page: Page) => Promise<unknown>;
}[] = [
  { chunk: 'MenuDrawer', phone: true, open: (page) => press(page, layout('menu.open')) },
  { chunk: 'SearchPanel', open: (page) => page.keyboard.press('/') },
  { chunk: 'DepositDrawer', open: (page) => press(page, layout('bar.deposit')) },
];

for (const { chunk, phone = false, open } of overlays) {
  test(`a ${chunk} that cannot be loaded leaves the page, and opens when asked again`, async ({
    page,
    isMobile,
  }) => {
    test.skip(phone && !isMobile, 'wide pages have the menu in their header');
    await withoutReload(page);
    await logIn(page);
    await page.goto(`${site()}/promotions`);
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await failChunks(page, chunk);
    await open(page);
    const toast = page.locator('[data-toast=negative]');
    await expect(toast).toContainText(common('section.failed'));
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await page.unrouteAll();
    await toast.getByRole('button', { name: common('error.retry') }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(toast).toHaveCount(0);
  });
}
