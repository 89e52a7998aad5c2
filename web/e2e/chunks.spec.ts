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
  const chunk = new RegExp(`/assets/(${names.join('|')})-[\\w-]+\\.js$`);
  await page.route(chunk, (route) => {
    requested.add(chunk.exec(route.request().url())![1]!);
    return route.abort();
  });
  return requested;
}

/** The page has been reloaded for a missing chunk a moment ago, so that it is not reloaded again. */
const withoutReload = (page: Page) =>
  page.addInitScript(() => sessionStorage.setItem('croupier-reloaded', String(Date.now())));

test('small parts that cannot be loaded take nothing else away @once', async ({ page }) => {
  await logIn(page);
  // What pages share: submenus, the number of unread notifications and reminders; and the dress of special dates.
  const parts = ['pages-occasion', 'shared'];
  const requested = await failChunks(page, ...parts);
  await page.goto(`${site()}/`);
  await expect.poll(() => [...requested].sort()).toEqual(parts);
  const banner = page.getByRole('banner');
  await expect(banner.getByTestId('balance')).toBeVisible();
  await expect(banner.getByRole('navigation').getByRole('link', { name: 'Slot' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
});

test('the footer is loaded again when asked @once', async ({ page }) => {
  await failChunks(page, 'shared');
  await page.goto(`${site()}/`);
  const failed = page
    .getByRole('alert')
    .filter({ hasText: common('section.failed') })
    .last();
  await expect(failed).toBeVisible();
  await page.unrouteAll();
  await failed.getByRole('button', { name: common('error.retry') }).click();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

const press = (page: Page, name: string) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();

const overlays: {
  name: string;
  chunk: string;
  phone?: boolean;
  open: (page: Page) => Promise<unknown>;
}[] = [
  {
    name: 'menu',
    chunk: 'shared',
    phone: true,
    open: (page) => press(page, layout('menu.open')),
  },
  { name: 'search', chunk: 'pages-search', open: (page) => page.keyboard.press('/') },
  {
    name: 'deposit drawer',
    chunk: 'pages-cashier',
    open: (page) => press(page, layout('bar.deposit')),
  },
];

for (const { name, chunk, phone = false, open } of overlays) {
  test(`a ${name} that cannot be loaded leaves the page, and opens when asked again`, async ({
    page,
    isMobile,
  }) => {
    test.skip(phone && !isMobile, 'wide pages have the menu in their header');
    await withoutReload(page);
    await logIn(page);
    await failChunks(page, chunk);
    // Pages but the lobby need what pages share.
    await page.goto(site() + (chunk === 'shared' ? '/' : '/promotions'));
    await expect(page.locator('#root')).toHaveAttribute('data-started', '');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await open(page);
    const toast = page.locator('[data-toast=negative]');
    await expect(toast).toContainText(common('section.failed'));
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await page.unrouteAll();
    await toast.getByRole('button', { name: common('error.retry') }).click();
    // The lobby's popup may open too.
    await expect(page.getByRole('dialog').last()).toBeVisible();
    await expect(toast).toHaveCount(0);
  });
}
