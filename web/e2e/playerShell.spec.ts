import type { Page } from '@playwright/test';
import { paths } from '../src/lib/paths/paths';
import { delayScripts, expect, logIn, main, site, test, type Brand } from './fixtures';

/** The texts of the account page with their positions and sizes. */
const placed = (page: Page): Promise<(string | number)[][]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, p, li, li img, li button)')]
      .filter((element) => !element.closest('aside'))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.textContent.trim(), ...[x, y, width, height].map(Math.round)];
      }),
  );

/** Opens a page with delayed scripts. Returns a function that releases them. */
async function openPainted(page: Page, address: string): Promise<() => void> {
  const release = await delayScripts(page);
  // The page does not wait for a slow platform.
  await expect(async () => {
    await page.goto(address, { waitUntil: 'commit' });
    await expect(main(page).locator('li').first()).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.evaluate(() => document.fonts.ready);
  return release;
}

/** The last payment of this browser: none, a method on its own, and a member of a group. */
const visits: [Brand, method: number | undefined][] = [
  ['marmara', undefined],
  ['marmara', 12],
  ['marmara', 41],
  ['zephyr', 12],
  ['pera', undefined],
];

for (const [brand, method] of visits) {
  test(`the cashier of ${brand} with the last payment ${String(method)} renders in place what the server has painted @phone`, async ({
    page,
  }) => {
    await logIn(page, 'demo', site(brand));
    await page.evaluate((last) => {
      if (last === undefined) return;
      localStorage.setItem('lastPayment:demo:1', JSON.stringify({ method: last, amount: 100 }));
    }, method);
    const calls: string[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/endpoint/v1')) return;
      const { api } = request.postDataJSON() as { api: { class: string; method: string } };
      calls.push(`${api.class}/${api.method}`);
    });
    const release = await openPainted(page, site(brand) + paths.profileDeposit.to());
    const painted = await placed(page);
    expect(painted.length).toBeGreaterThan(10);
    release();
    await expect(page.locator('#root')).toHaveAttribute('data-started', '');
    await expect(page.locator('footer')).toBeAttached();
    expect(await placed(page)).toEqual(painted);
    await page.waitForLoadState('networkidle');
    const read = /list_cash_methods_new|list_highlighted|list_bonuses|get_user_profile/;
    expect(calls.filter((call) => read.test(call))).toEqual([]);
  });
}

test('the painted cashier waits for the site while a payment of this browser is open', async ({
  page,
}) => {
  await logIn(page);
  await page.evaluate(() => {
    const payment = { key: 'k', type: 1, method: 12, name: 'FAST', amount: 100, at: Date.now() };
    localStorage.setItem('payments:demo', JSON.stringify([{ ...payment, state: 'waiting' }]));
  });
  await page.route('**/assets/*.js', () => undefined);
  const response = await page.goto(site() + paths.profileDeposit.to(), { waitUntil: 'commit' });
  await page.locator('#croupier-bootstrap').waitFor({ state: 'attached' });
  expect(await response?.text()).toContain('?method=');
  await expect(main(page).locator('li')).toHaveCount(0);
});
