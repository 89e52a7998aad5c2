import type { Browser, BrowserContext, Page } from '@playwright/test';
import { paths } from '../src/lib/paths';
import { staffPaths } from '../src/lib/paths/staff';
import { violations } from './axe';
import { expect, test } from './fixtures';
import { startRedis } from './redis';
import { startCroupier, type Croupier } from './server';
import { texts } from './texts';

const t = texts('tr', 'staff');
const everyone = {
  viewer: ['izleyici', 'Izleyici123!'],
  support: ['destek', 'Destek123!'],
  admin: ['yonetici', 'Yonetici123!'],
} as const;

/** The tests close brands, so they have a server of their own. */
let server: Croupier;
test.beforeAll(async () => {
  server = await startCroupier();
});
test.afterAll(() => server.stop());

const at = (brand: string, path: string, on = server) =>
  `http://${brand}.localhost:${on.address.split(':').at(-1)}${path}`;

/** Enters name and password, on the page or in the dialog over it. */
async function enter(page: Page, who: keyof typeof everyone): Promise<void> {
  const [name, password] = everyone[who];
  const field = page.getByLabel(t('login.name'));
  await field.waitFor();
  if (await field.isEditable()) await field.fill(name);
  await page.getByLabel(t('login.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('login.submit') }).click();
}

/** Opens a page of the console as an account, in a browser of its own. */
async function open(
  browser: Browser,
  who: keyof typeof everyone,
  path: string,
  on = server,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(at('marmara', path, on));
  await enter(page, who);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(t('login.title'));
  return { page, context };
}

const confirmBy = async (page: Page, word: string, button: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(word);
  await dialog.getByRole('button', { name: button, exact: true }).click();
};

test('a support person closes a brand, sees what players see, extends and ends it', async ({
  browser,
  page: player,
}) => {
  const message = 'The cashier is being repaired';
  await player.goto(at('zephyr', paths.home.to()));
  await expect(player.getByRole('heading', { level: 1 })).toHaveCount(1);
  const { page, context } = await open(
    browser,
    'support',
    staffPaths.close.to({ brand: 'zephyr' }),
  );
  await page.getByText(t('close.ends.60'), { exact: true }).click();
  for (const field of await page.locator('textarea[lang]').all()) await field.fill(message);
  const preview = page.frameLocator('iframe');
  await expect(preview.getByText(message)).toBeVisible();
  await expect(preview.getByRole('img', { name: 'Zephyr' })).toBeVisible();

  await page.getByRole('button', { name: t('close.submitNow') }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: t('close.submitNow') });
  await expect(confirm).toBeDisabled();
  await confirmBy(page, 'zephyr', t('close.submitNow'));
  // The site's own event, and no reload of the player, brings the page. bff/e2e measures the second.
  await expect(player.getByText(message)).toBeVisible({ timeout: 5000 });
  await expect(page.getByText(t('state.maintenance')).first()).toBeVisible();

  await page.getByRole('button', { name: t('window.extend') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('window.extend') })
    .click();
  await expect(page.getByText(t('window.extended'))).toBeVisible();

  await page.getByRole('button', { name: t('window.end') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('window.end') })
    .click();
  await expect(page.getByText(t('window.ended'), { exact: true })).toBeVisible();
  await expect(player).toHaveURL(at('zephyr', paths.home.to()));
  await context.close();
});

test('two people change a window at once: the second sees what the first did @once', async ({
  browser,
}) => {
  const first = await open(browser, 'support', staffPaths.brands.to());
  const from = new Date(Date.now() + 86_400_000).toISOString();
  const id = await first.page.evaluate(async (body) => {
    const response = await fetch('/staff/v1/maintenance/pera/windows', {
      method: 'POST',
      headers: { panel: 'frontend', 'Content-Type': 'application/json' },
      body,
    });
    return ((await response.json()) as { id: string }).id;
  }, JSON.stringify({ from }));
  const path = staffPaths.window.to({ brand: 'pera', id });
  const second = await open(browser, 'admin', path);
  await first.page.goto(at('marmara', path));
  const why = t('window.fields.why');
  await second.page.locator('textarea[lang]').first().fill('Bakım');

  await first.page.getByLabel(why).fill('disk');
  await first.page.getByRole('button', { name: t('window.save') }).click();
  await expect(first.page.getByText(t('window.changed'))).toBeVisible();
  await expect(second.page.getByText(t('conflict.notice'))).toBeVisible();

  await second.page.getByRole('button', { name: t('window.save') }).click();
  const dialog = second.page.getByRole('dialog', { name: t('conflict.title') });
  await expect(dialog.getByRole('row', { name: why })).toContainText('disk');
  await dialog.getByRole('button', { name: t('conflict.redo') }).click();
  await expect(second.page.getByText(t('window.changed'))).toBeVisible();
  const kept = first.page.locator(`[data-window="${id}"]`);
  await expect(kept).toContainText('disk');
  await expect(kept).toContainText('Bakım');
  await first.context.close();
  await second.context.close();
});

test('a viewer sees and changes nothing @once', async ({ browser }) => {
  const { page, context } = await open(browser, 'viewer', staffPaths.brands.to());
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByText(t('brands.closeAll'))).toHaveCount(0);
  await page.getByRole('link', { name: 'Zephyr' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Zephyr' })).toBeVisible();
  await expect(page.getByText(t('close.action'))).toHaveCount(0);
  await page.goto(at('marmara', staffPaths.close.to({ brand: 'zephyr' })));
  await expect(page.getByText(t('noRight.title'))).toBeVisible();
  const status = await page.evaluate(async () => {
    const body = JSON.stringify({ on: true });
    const headers = { panel: 'frontend', 'Content-Type': 'application/json' };
    return (await fetch('/staff/v1/maintenance/zephyr', { method: 'PUT', headers, body })).status;
  });
  expect(status).toBe(403);
  await context.close();
});

test('a login that ends meanwhile is renewed over the page, and the change goes on @once', async ({
  browser,
}) => {
  const { page, context } = await open(browser, 'support', staffPaths.close.to({ brand: 'pera' }));
  await page.getByText(t('parts.some'), { exact: true }).click();
  await page.getByRole('checkbox', { name: t('classes.habanero') }).check();
  await page.getByLabel(t('window.fields.why')).fill('unutulmasın');
  await context.clearCookies();
  await page.getByRole('button', { name: t('close.submitNow') }).click();
  await expect(page.getByRole('dialog', { name: t('login.endedTitle') })).toBeVisible();
  await expect(page.getByLabel(t('window.fields.why'))).toHaveValue('unutulmasın');
  await enter(page, 'support');
  await expect(page.getByText('unutulmasın').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Pera' })).toBeVisible();
  await context.close();
});

test('the console is used by the keyboard: search, pages, brands @once', async ({ browser }) => {
  const { page, context } = await open(browser, 'support', staffPaths.brands.to());
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zeph');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Zephyr' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('5c1e3c2a-8f3f-4c54-9f0e-2f3d1a0b9c8d');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/payments\/5c1e3c2a/);
  await context.close();
});

test('the console is accessible in both modes and fits the window', async ({ browser }) => {
  test.slow(); // a walk through all pages
  const { page, context } = await open(browser, 'admin', staffPaths.brands.to());
  for (const path of [
    staffPaths.brands.to(),
    staffPaths.brand.to({ brand: 'marmara' }),
    staffPaths.close.to({ brand: '*' }),
    staffPaths.cache.to(),
    staffPaths.account.to(),
    staffPaths.traffic.to(),
    staffPaths.drift.to(),
    staffPaths.requests.to(),
    `${staffPaths.players.to()}?q=demo`,
    staffPaths.payments.to(),
    staffPaths.audit.to(),
    staffPaths.accounts.to(),
  ]) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(at('marmara', path));
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('status', { name: t('loading') })).toHaveCount(0);
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(overflow, `${path} is wider than the window`).toBeLessThanOrEqual(0);
    const found = await violations(page, { exclude: ['iframe'] });
    // Modes differ in their colours only.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
    found.push(...(await violations(page, { rule: 'color-contrast', exclude: ['iframe'] })));
    expect(found, path).toEqual([]);
  }
  await context.close();
});

test('a brand closed on one instance is closed on the other @once @all', async ({
  browser,
  page: player,
}) => {
  const redis = await startRedis();
  const one = await startCroupier([], { redis: redis.url });
  const other = await startCroupier([], { redis: redis.url, keysOf: one });
  try {
    await player.goto(at('zephyr', paths.home.to(), other));
    const { page, context } = await open(
      browser,
      'support',
      staffPaths.close.to({ brand: 'zephyr' }),
      one,
    );
    await page.getByRole('button', { name: t('close.submitNow') }).click();
    await confirmBy(page, 'zephyr', t('close.submitNow'));
    await expect(player).toHaveURL(at('zephyr', paths.maintenance.to(), other), { timeout: 5000 });
    await page.getByRole('button', { name: t('switch.off'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('switch.off') })
      .click();
    await expect(player).toHaveURL(at('zephyr', paths.home.to(), other));
    await context.close();
  } finally {
    await Promise.all([one.stop(), other.stop()]);
    await redis.stop();
  }
});
