import type { Page } from '@playwright/test';
import { expect, site, test } from './fixtures';
import { control } from './mock';
import { LoginPage } from './pages/login';
import { startGateway } from './server';
import { texts } from './texts';

const common = texts('tr', 'common');
const cashier = texts('tr', 'cashier');
const play = texts('tr', 'play');
const maintenance = texts('tr', 'maintenance');

async function logIn(page: Page, address = site()): Promise<void> {
  await page.goto(`${address}/login`);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(`${address}/`);
}

const main = (page: Page) => page.getByRole('main');

/** Ends every fault of the test's world. */
const repair = (page: Page) =>
  page.evaluate(async () => {
    await fetch('/__mock/fault', { method: 'DELETE', headers: { panel: 'frontend' } });
  });

/** Collects what the page sends in its requests for a call. */
function requestsFor<Data>(page: Page, method: string) {
  const found: { data: Data; key: string | undefined }[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/endpoint/v1')) return;
    const body = request.postDataJSON() as { api: { method: string }; data: Data };
    if (body.api.method !== method) return;
    found.push({ data: body.data, key: request.headers()['idempotency-key'] });
  });
  return found;
}

/** Fills in a deposit of 100 by phone and sends it. */
async function sendDeposit(page: Page, address = site()): Promise<void> {
  await page.goto(`${address}/profile/deposit?method=31`);
  await main(page).getByLabel(cashier('amount.label'), { exact: true }).fill('100');
  await main(page).getByLabel('Telefon').fill('+905321112233');
  await confirmDeposit(page);
}

async function confirmDeposit(page: Page): Promise<void> {
  await main(page)
    .getByRole('button', { name: cashier('confirm.next') })
    .click();
  await main(page)
    .getByRole('button', { name: cashier('deposit.send') })
    .click();
}

const balance = (page: Page) => page.getByRole('banner').getByTestId('balance');
const approved = (page: Page) =>
  main(page).getByRole('heading', { name: cashier('deposit.state.approved') });

test('a list asks for one page per step; a page that fails keeps those before it @once', async ({
  page,
}) => {
  await logIn(page);
  await control(page, 'scenario', { name: 'big-lists' });
  const asked = requestsFor<{ offset: number }>(page, 'game_history');
  const offsets = () => asked.map(({ data }) => data.offset);
  const shown = (count: number) =>
    main(page).getByText(
      new RegExp(common('more.shown', { total: '\\S+', shown: `(?<!\\d)${count}` })),
    );
  await page.goto(`${site()}/profile/history/games`);
  const more = main(page).getByRole('button', { name: common('more.button') });
  await expect(shown(10)).toBeVisible();
  expect(offsets()).toEqual([0]);
  await more.click();
  await expect(shown(20)).toBeVisible();
  expect(offsets()).toEqual([0, 10]);

  await control(page, 'fault', { call: 'user/game_history', kind: 'status', status: 502 });
  await more.click();
  const retry = main(page).getByRole('button', { name: common('error.retry') });
  await expect(retry).toBeVisible();
  await expect(shown(20)).toBeVisible();
  await repair(page);
  await retry.click();
  await expect(shown(30)).toBeVisible();
  expect(offsets()).toEqual([0, 10, 20, 20]);
});

test('texts that fail to load are asked for again, and keys are never shown @once', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const keys = /\b(login|field|register)\.[a-z]+/i;
    new MutationObserver(() => {
      const shown = keys.exec(document.body?.innerText ?? '');
      if (shown) document.documentElement.dataset.shownKey = shown[0];
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  let failed = 0;
  await page.route(/\/assets\/auth-[\w-]+\.js$/, (route) =>
    ++failed <= 2 ? route.abort() : route.continue(),
  );
  await page.goto(`${site()}/login`);
  await expect(page.getByLabel(texts('tr', 'auth')('field.username'))).toBeVisible();
  expect(failed).toBe(3);
  await expect(page.locator('html')).not.toHaveAttribute('data-shown-key');
});

test('a browser without a network says so until it has one', async ({ page, context }) => {
  const ready = page.waitForResponse(/\/assets\/Connection-/);
  await page.goto(`${site()}/promotions`);
  await expect(main(page).getByRole('article').first()).toBeVisible();
  await ready;
  await context.setOffline(true);
  const bar = page.getByText(common('offline.bar'));
  await expect(bar).toBeVisible();
  await expect(main(page).getByRole('article').first()).toBeVisible();
  await context.setOffline(false);
  await expect(bar).toHaveCount(0);
});

test('a player on a slow and unreliable platform loses nothing @once @all', async ({ page }) => {
  await logIn(page);
  const sent = requestsFor(page, 'processTransaction');

  await page.goto(`${site()}/profile/deposit?method=31`);
  await expect(main(page).getByLabel('Telefon')).toBeVisible();
  await control(page, 'scenario', {
    name: 'rate-limited',
    call: 'prepayServices/processTransaction',
  });
  await sendDeposit(page);
  await expect(main(page).getByRole('alert').first()).toBeVisible();
  await expect(main(page).getByLabel('Telefon')).toHaveValue(/532/);
  await control(page, 'scenario', { name: 'happy' });
  await control(page, 'scenario', { name: 'slow', call: 'prepayServices/*' });
  await confirmDeposit(page);
  await expect(approved(page)).toBeVisible();
  await expect(balance(page)).toContainText('2.600,00');
  expect(sent).toHaveLength(2);
  expect(sent[1]!.key).toBe(sent[0]!.key);

  await control(page, 'scenario', { name: 'happy' });
  await control(page, 'scenario', { name: 'provider-down' });
  await page.goto(`${site()}/slot`);
  await main(page).locator('article a[href^="/play/slot/"]').first().click();
  await expect(page.locator('[data-toast=negative]')).toBeVisible();
  await expect(page.getByRole('button', { name: play('backToList') })).toBeVisible();
  await expect(balance(page)).toContainText('2.600,00');

  await control(page, 'scenario', { name: 'flaky' });
  await page.goto(`${site()}/profile/transactions`);
  const list = main(page).getByText('Kese').filter({ visible: true }).first();
  const retry = main(page)
    .getByRole('button', { name: common('error.retry') })
    .first();
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1000 });
    await expect(list).toBeVisible({ timeout: 1000 });
  }).toPass();

  await control(page, 'scenario', { name: 'happy' });
  await control(page, 'scenario', { name: 'maintenance' });
  await page.goto(`${site()}/profile/history/games`);
  await expect(page.getByRole('heading', { name: maintenance('title') })).toBeVisible();
  await control(page, 'scenario', { name: 'happy' });
  await page.getByRole('button', { name: maintenance('check') }).click();
  await expect(page.getByRole('heading', { name: maintenance('title') })).toHaveCount(0);
  await expect(balance(page)).toContainText('2.600,00');
});

/** A gateway of its own whose player has signed in, and the mock casino's control API. */
async function startOwn(page: Page) {
  const gateway = await startGateway();
  const address = `http://marmara.localhost:${gateway.address.split(':').at(-1)}`;
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://${gateway.casino}/__mock/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'Content-Type': 'application/json', panel: 'frontend' },
      body: body && JSON.stringify(body),
    });
    expect(response.ok).toBe(true);
    return (await response.json()) as T;
  };
  await logIn(page, address);
  return {
    ...gateway,
    address,
    ask,
    /** How often the casino has executed a deposit or answered one. */
    deposits: async () =>
      (await ask<{ method: string }[]>('calls?limit=200')).filter(
        ({ method }) => method === 'processTransaction',
      ).length,
    /** Sets a fault on the next deposit, sends one, and kills the gateway as soon as the casino has it. */
    killInDeposit: async (fault: { kind: string; latency_ms?: number }) => {
      await ask('fault', { call: 'prepayServices/processTransaction', times: 1, ...fault });
      await sendDeposit(page, address);
      await expect
        .poll(async () => (await ask<{ faults: unknown[] }>('state')).faults.length)
        .toBe(0);
      await gateway.kill();
      await expect(main(page).getByText(cashier('unknown.title'))).toBeVisible();
      await gateway.restart();
    },
  };
}

test('a gateway that is killed in the middle of a deposit: the open page finds out, and it is paid once @once', async ({
  page,
}) => {
  const own = await startOwn(page);
  try {
    // The platform executes it, but its answer takes longer than the gateway lives.
    await own.killInDeposit({ kind: 'lost', latency_ms: 20_000 });
    await expect(approved(page)).toBeVisible();
    await expect(balance(page)).toContainText('2.600,00');
    expect(await own.deposits()).toBeLessThan(2);
  } finally {
    await own.stop();
  }
});

test('a gateway that is killed before the platform executes the deposit: it is never sent twice, and stays unknown for all to see @once', async ({
  page,
}) => {
  const own = await startOwn(page);
  const sent = requestsFor(page, 'processTransaction');
  const unknown = main(page).getByText(cashier('unknown.title'));
  try {
    await own.killInDeposit({ kind: 'hang' });
    const repeated = page.waitForResponse(
      (response) => response.request().headers()['idempotency-key'] !== undefined,
    );
    await main(page)
      .getByRole('button', { name: cashier('unknown.retry') })
      .click();
    await repeated;
    await expect(unknown).toBeVisible();
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    await page.reload();
    await expect(unknown).toBeVisible();
    await expect(balance(page)).toContainText('2.500,00');
    expect(await own.deposits()).toBeLessThan(2);
  } finally {
    await own.stop();
  }
});
