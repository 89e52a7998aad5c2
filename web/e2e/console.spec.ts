import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { formatMoney } from '../src/lib/format/number';
import { paths } from '../src/lib/paths/paths';
import { staffPaths } from '../src/lib/paths/staff';
import { violations } from './axe';
import { expect, follow, logIn, main, overflow, scrolled, site, test } from './fixtures';
import { control, moveClock } from './mock';
import { confirmBy, openConsole, pressTwice, search } from './pages/console';
import { startCroupier, startRedis, type Croupier, type Redis } from './server';
import { texts } from './texts';

const t = texts('tr', 'staff');
const words = texts('tr', 'staffPages');
const cashier = texts('tr', 'cashier');

// The tests close brands, so they share two instances on one Redis, one for players and one for
// staff.
test.describe.configure({ mode: 'default' });
let redis: Redis;
let first: Croupier;
let second: Croupier;
test.beforeAll(async () => {
  redis = await startRedis();
  first = await startCroupier([], { redis: redis.url });
  second = await startCroupier([], { redis: redis.url, keysOf: first });
});
test.afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await redis.stop();
});

const staffSite = () => ({ address: site('marmara', second.address) });

test('support closes a brand on one instance, sees what players of the other see, extends and ends it', async ({
  browser,
  page: player,
}) => {
  const message = 'The cashier is being repaired';
  const zephyr = site('zephyr', first.address);
  await player.goto(zephyr + paths.home.to());
  await expect(player.getByRole('heading', { level: 1 })).toHaveCount(1);
  const path = staffPaths.close.to({ brand: 'zephyr' });
  const page = await openConsole(browser, 'destek', path, staffSite());
  await page.getByText(t('close.ends.60'), { exact: true }).click();
  for (const field of await page.locator('textarea[lang]').all()) await field.fill(message);
  const preview = page.frameLocator('iframe');
  await expect(preview.getByText(message)).toBeVisible();
  await expect(preview.getByRole('img', { name: 'Zephyr' })).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 480 }); // lower than the pages
  await page.getByRole('button', { name: t('close.submitNow') }).click();
  await confirmBy(page, 'zephyr', t('close.submitNow'));
  await expect.poll(() => scrolled(page)).toBe(0);
  // The site's own event shows the page without a reload. bff/test/e2e measures the delay.
  await expect(player.getByText(message)).toBeVisible({ timeout: 5000 });
  await expect(page.getByText(t('state.maintenance')).first()).toBeVisible();

  await pressTwice(page, t('window.extend'));
  await expect(page.getByText(t('window.extended'))).toBeVisible();
  await pressTwice(page, t('window.end'));
  await expect(page.getByText(t('window.ended'), { exact: true })).toBeVisible();
  await expect(player).toHaveURL(zephyr + paths.home.to());
  await page.context().close();
});

test('two people change a window at once: the second sees what the first did', async ({
  browser,
}) => {
  const one = await openConsole(browser, 'destek', staffPaths.brands.to(), staffSite());
  const from = new Date(Date.now() + 86_400_000).toISOString();
  const id = await one.evaluate(async (body) => {
    const response = await fetch('/staff/v1/maintenance/pera/windows', {
      method: 'POST',
      headers: { panel: 'frontend', 'Content-Type': 'application/json' },
      body,
    });
    return ((await response.json()) as { id: string }).id;
  }, JSON.stringify({ from }));
  const path = staffPaths.window.to({ brand: 'pera', id });
  const other = await openConsole(browser, 'yonetici', path, staffSite());
  await one.goto(staffSite().address + path);
  const why = t('window.fields.why');
  await other.locator('textarea[lang]').first().fill('Bakım');

  await one.getByLabel(why).fill('disk');
  await one.getByRole('button', { name: t('window.save') }).click();
  await expect(one.getByText(t('window.changed'))).toBeVisible();
  await expect(other.getByText(t('conflict.notice'))).toBeVisible();

  await other.getByRole('button', { name: t('window.save') }).click();
  const dialog = other.getByRole('dialog', { name: t('conflict.title') });
  await expect(dialog.getByRole('row', { name: why })).toContainText('disk');
  await dialog.getByRole('button', { name: t('conflict.redo') }).click();
  await expect(other.getByText(t('window.changed'))).toBeVisible();
  const kept = one.locator(`[data-window="${id}"]`);
  await expect(kept).toContainText('disk');
  await expect(kept).toContainText('Bakım');
  await one.context().close();
  await other.context().close();
});

test('the console is accessible in both modes and fits the window @phone', async ({ browser }) => {
  test.slow(); // a walk through all pages
  const page = await openConsole(browser, 'yonetici', staffPaths.accounts.to(), staffSite());
  for (const path of [
    staffPaths.brands.to(),
    staffPaths.inbox.to(),
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
    await follow(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('status', { name: t('loading') })).toHaveCount(0);
    expect(await overflow(page), `${path} is wider than the window`).toBeLessThanOrEqual(0);
    const found = await violations(page, { exclude: ['iframe'] });
    // Modes differ only in their colours.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
    found.push(...(await violations(page, { rule: 'color-contrast', exclude: ['iframe'] })));
    expect(found, path).toEqual([]);
  }
  await page.context().close();
});

test('an admin creates a machine account by keyboard and revokes it', async ({ browser }) => {
  const page = await openConsole(browser, 'yonetici', staffPaths.accounts.to(), staffSite());
  await page.getByRole('button', { name: words('tokens.create') }).press('Enter');
  await page.keyboard.type('cms');
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('group', { name: words('tokens.scopes') })).toContainText(
    'zorunlu',
  );
  await dialog.getByLabel('brands:read').press('Space');
  await dialog.getByLabel(words('everyBrand')).press('Space');
  await dialog.getByLabel(words('tokens.addresses')).fill('127.0.0.0/8, ::1/128');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: words('tokens.secretTitle') });
  await expect(shown.locator('code')).toHaveText(/^crp_[A-Z2-7]{26}$/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: 'cms' })).toContainText('127.0.0.0/8, ::1/128');
  await pressTwice(page, words('tokens.revoke'));
  await expect(page.getByText(words('tokens.none'))).toBeVisible();
  await page.context().close();
});

test('a day of the staff: a failed deposit, its settlement by two, maintenance, and who did what', async ({
  browser,
  page: player,
  world,
}) => {
  const address = site('marmara', first.address);
  await logIn(player, 'demo', address);
  await control(player, 'fault', {
    call: 'prepayServices/processTransaction',
    kind: 'status',
    status: 500,
    times: 1,
  });
  await player.goto(address + paths.profileDeposit.to());
  await main(player).getByText('Yıldız Kart').first().click();
  await main(player).getByText('500 TL', { exact: true }).click();
  await main(player).getByLabel('Kart numarası').fill('4242 4242 4242 4242');
  await main(player)
    .getByRole('button', { name: cashier('confirm.next') })
    .click();
  await main(player)
    .getByRole('button', { name: cashier('deposit.send') })
    .click();
  await expect(main(player).getByText(cashier('unknown.title'))).toBeVisible();
  const requestId = await main(player).locator('code').innerText();

  // The request id of the player leads to the payment on the other instance.
  const support = await openConsole(browser, 'destek', staffPaths.brands.to(), {
    ...staffSite(),
    world,
  });
  await search(support, requestId, '/');
  await expect(support.getByText(words('outcome.unknown'), { exact: true })).toBeVisible();
  await expect(support.getByRole('link', { name: 'demo' })).toBeVisible();
  await support.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click();
  await support.getByText(words('settlement.choices.executed'), { exact: true }).click();
  await support.getByLabel(words('settlement.reference')).fill('PLT-4711');
  await support.getByRole('button', { name: words('settlement.propose') }).click();
  await expect(support.getByText(words('settlement.waiting'))).toBeVisible();
  await expect(
    support.getByRole('button', { name: words('settlement.approve'), exact: true }),
  ).toHaveCount(0);

  const proposed = `${staffPaths.payments.to()}?state=proposed`;
  const admin = await openConsole(browser, 'yonetici', proposed, { ...staffSite(), world });
  await admin.getByRole('row').nth(1).getByRole('link').first().click();
  await admin.getByRole('button', { name: words('settlement.approve'), exact: true }).click();
  await confirmBy(admin, 'marmara', words('settlement.approve'));
  await expect(support.getByText(/yonetici ·/)).toBeVisible();
  // The player's open page updates.
  await expect(main(player).getByText(cashier('unknown.title'))).toBeHidden();

  // A limit that support tightens appears at once for the player on the other instance.
  const limits = (key: string) => words(`limits.${key}`);
  await player.goto(address + paths.profileLimits.to());
  await support.getByRole('link', { name: 'demo' }).first().click();
  const change = support.getByRole('dialog');
  const amount = change.getByLabel(words('limits.amountLabel', { currency: 'TRY' }));
  await support.getByRole('button', { name: limits('tighten'), exact: true }).click();
  await amount.fill('700');
  await change.getByLabel(limits('reason')).fill('A call of the player');
  await change.getByRole('textbox').last().fill('demo');
  await change.getByRole('button', { name: limits('tightenSubmit') }).click();
  await expect(change).toBeHidden();
  await expect(main(player).getByText(/^700,00\sTL/)).toBeVisible();

  // After closing and opening, the player's page updates without a reload.
  await search(support, 'marmara');
  await support.getByRole('link', { name: t('close.action') }).click();
  await support.getByRole('button', { name: t('close.submitNow') }).click();
  await confirmBy(support, 'marmara', t('close.submitNow'));
  await expect(player).toHaveURL(address + paths.maintenance.to());
  await pressTwice(support, t('switch.off'));
  await expect(player).not.toHaveURL(address + paths.maintenance.to());

  await admin.goto(`${staffSite().address}${staffPaths.audit.to()}?brand=marmara`);
  const log = admin.getByRole('table', { name: words('audit.title') });
  const row = (who: string, action: string) =>
    log.getByRole('row', { name: `${who} ${words(`audit.actions.${action}`)}` });
  await expect(row('destek', 'maintenance')).toHaveCount(2);
  await expect(row('destek', 'settlement proposed').first()).toBeVisible();
  await expect(row('yonetici', 'settlement approved').first()).toBeVisible();
  await support.context().close();
  await admin.context().close();
});

/** Follows a link to a file. Returns its text. */
async function download(page: Page, name: string): Promise<string> {
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name, exact: true }).click();
  return readFile(await (await started).path(), 'utf8');
}

test('support tightens a limit at once; a looser one waits for a day and an admin, who downloads data', async ({
  page: player,
  browser,
  world,
}) => {
  const money = (amount: number) => formatMoney(amount, 'TRY', 'tr');
  await logIn(player);
  await player.goto(site() + paths.profileLimits.to());
  const limits = texts('tr', 'limits');
  const own = player.getByRole('region', { name: limits('kinds.deposit.title') });
  await own.getByLabel(limits('limit.amount')).fill('800');
  await own.getByRole('button', { name: limits('limit.save') }).click();
  await expect(own.getByText(limits('limit.left', { amount: money(800) }))).toBeVisible();

  const players = `${staffPaths.players.to()}?q=demo`;
  const support = await openConsole(browser, 'destek', players, { world });
  await support.getByRole('table').getByRole('link', { name: 'demo' }).click();
  const panel = support.getByRole('region', { name: words('limits.title') });
  const inForce = panel.getByRole('table', { name: words('limits.title') }).getByRole('row');
  const history = support.getByRole('table', { name: words('limits.history') }).getByRole('row');
  const name = words('limits.nameOf', {
    kind: words('limits.kinds.deposit'),
    period: words('limits.periods.day'),
  });
  await expect(inForce.filter({ hasText: name })).toContainText(money(800));
  await support.getByRole('heading', { name: words('limits.history') }).click();
  await expect(support.getByRole('link', { name: words('audit.csv') })).toHaveCount(0);

  await panel.getByRole('button', { name: words('limits.tighten') }).click();
  const dialog = support.getByRole('dialog');
  const amount = dialog.getByLabel(words('limits.amountLabel', { currency: 'TRY' }));
  const submit = dialog.getByRole('button', { name: words('limits.tightenSubmit') });
  await dialog.getByLabel(words('limits.reason')).fill('A call');
  await dialog.getByLabel(t('confirm.type', { word: 'demo' })).fill('demo');
  await amount.fill('900');
  await expect(dialog.getByText(words('limits.notTighter'))).toBeVisible();
  await expect(submit).toBeDisabled();
  await amount.fill('500');
  expect(await violations(support, { include: 'dialog' })).toEqual([]);
  await submit.click();
  await expect(dialog).toHaveCount(0);
  await expect(inForce.filter({ hasText: name })).toContainText(money(500));
  await expect(history.filter({ hasText: 'destek' })).toContainText(money(500));
  // The player's open page updates.
  await expect(own.getByText(limits('limit.left', { amount: money(500) }))).toBeVisible();

  await panel.getByRole('button', { name: words('limits.loosen') }).click();
  await dialog.getByLabel(words('limits.reason')).fill('A letter');
  await amount.fill('900');
  await dialog.getByRole('button', { name: words('limits.loosenSubmit') }).click();
  await expect(dialog).toHaveCount(0);
  const approve = { name: words('limits.approve') };
  await expect(panel.getByText(words('limits.own'))).toBeVisible();
  await expect(panel.getByRole('button', approve)).toBeDisabled();
  await expect(inForce.filter({ hasText: name })).toContainText(money(500));

  const path = new URL(support.url()).pathname;
  const admin = await openConsole(browser, 'yonetici', path, { world });
  const early = words('limits.early', { from: '|' }).split('|')[1]!;
  await expect(admin.getByText(early)).toBeVisible();
  await expect(admin.getByRole('button', approve)).toBeDisabled();
  await moveClock(admin, { advance: '24h1m' });
  await admin.reload();
  await admin.getByRole('button', approve).click();
  const ask = admin.getByRole('dialog', { name: words('limits.ask') });
  await ask.getByRole('textbox').fill('marmara');
  await ask.getByRole('button', approve).click();
  await expect(ask).toHaveCount(0);
  const loosened = admin.getByRole('table', { name: words('limits.title') }).getByRole('row');
  await expect(loosened.filter({ hasText: name })).toContainText(money(900));
  await expect(panel.getByRole('button', approve)).toHaveCount(0);
  await expect(inForce.filter({ hasText: name })).toContainText(money(900));
  await expect(history.filter({ hasText: 'destek, yonetici' })).toContainText(money(900));

  const exported = JSON.parse(await download(admin, words('player.export'))) as object;
  expect(exported).toMatchObject({ brand: 'marmara', username: 'demo' });
  await admin.goto(site() + staffPaths.players.to());
  const changes = await download(admin, words('audit.csv'));
  expect(changes.trim().split('\r\n')).toEqual([
    expect.stringMatching(/^player;at;who;/),
    expect.stringContaining(';player;;set;deposit;day;800;TRY;'),
    expect.stringContaining(';staff;destek;set;deposit;day;500;TRY;'),
    expect.stringContaining(';staff;destek, yonetici;set;deposit;day;900;TRY;'),
  ]);
  await support.context().close();
  await admin.context().close();
});
