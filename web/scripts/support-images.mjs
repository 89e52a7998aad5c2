// Takes the pictures of the support guide (bff/docs/images) from the console of a new demo. Run `make support-images`.
import { mkdir, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { startServer } from '../bench/server.mjs';

const root = resolve(import.meta.dirname, '../..');
const folder = resolve(root, 'bff/docs/images');
const binary = process.env.CROUPIER_BINARY ?? resolve(root, 'bin/croupier');
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) =>
  existsSync(path),
);

const texts = async (name) =>
  JSON.parse(await readFile(resolve(root, `web/src/locales/en/${name}.json`), 'utf8'));
const staffTexts = await texts('staff');
const pageTexts = await texts('staffPages');

const server = await startServer(binary, true);
const { origin } = server;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
await mkdir(folder, { recursive: true });

/** Logs a player in. Returns the function that makes the player's calls. */
async function player(username, password = 'Demo123') {
  const context = await browser.newContext({ extraHTTPHeaders: { panel: 'frontend' } });
  const call = async (name, data, headers = {}) => {
    const response = await context.request.post(`${origin}/endpoint/v1/${name}`, {
      data: { Lang: 'en', ...data },
      headers,
    });
    return { ...(await response.json()), id: response.headers()['x-request-id'] };
  };
  await call('user/login', { username, password, SiteType: 'desktop' });
  return call;
}

/** Deposits with a card. */
const deposit = (call, amount) =>
  call(
    'prepayServices/processTransaction',
    { Type: 1, transferType: 5, methodID: 21, amount, card_number: '4242424242424242' },
    { 'Idempotency-Key': crypto.randomUUID() },
  );

/** Makes the next deposit fail without a response. */
const loseNextResponse = () =>
  fetch(`${origin}/__mock/fault`, {
    method: 'POST',
    headers: { panel: 'frontend', 'Content-Type': 'application/json' },
    body: JSON.stringify({ call: 'prepayServices/processTransaction', kind: 'reset', times: 1 }),
  });

/** Logs an account in to the console, in English. */
async function staff(account, password) {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Istanbul',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    viewport: { width: 1200, height: 800 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${origin}/maintenance-control`);
  await page.getByLabel(staffTexts.login.name).fill(account);
  await page.getByLabel(staffTexts.login.password, { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: staffTexts.brands.title }).waitFor();
  return page;
}

/** Opens a page of the console. Returns its panel with a title, scrolled to the top. */
async function open(page, path, title) {
  await page.goto(`${origin}/maintenance-control/${path}`);
  const heading = page.getByRole('heading', { name: title, exact: true }).first();
  await heading.waitFor();
  return heading;
}

/** Saves what the window shows. */
async function picture(page, name, heading) {
  await page.getByText(staffTexts.connection.live, { exact: true }).waitFor();
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined); // events never end
  await heading?.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  const path = resolve(folder, `${name}.jpg`);
  const { length } = await page.screenshot({ path, type: 'jpeg', quality: 70 });
  process.stdout.write(`${name}.jpg ${Math.ceil(length / 1024)} KB\n`);
}

try {
  const demo = await player('demo');
  const { uid } = (await demo('user/get_user_profile', {})).data;
  await demo('limits/set', { kind: 'deposit', period: 'day', amount: 2000 });
  for (const amount of [250, 250.13]) await deposit(demo, amount);
  await loseNextResponse();
  const lost = await deposit(demo, 500);
  for (let i = 0; i < 9; i++) await player('zengin', 'wrong');
  const support = await staff('destek', 'Destek123!');
  await picture(support, 'brands');
  await open(support, 'players?q=zengin', pageTexts.locks.title);
  await picture(support, 'lock');
  const yeni = await player('yeni');
  await yeni('user/get_user_profile', {});
  await yeni('limits/self_exclude', { months: 6 });
  const other = await player('sinirda');
  await other('user/update_profile', { email: 'yeni+2@ornek.test', password: 'Demo123' });
  await other('user/get_user_profile', {});
  await picture(support, 'same-person', await open(support, 'players', pageTexts.matches.title));
  await open(support, `players/marmara/${uid}`, pageTexts.problems.title);
  await picture(support, 'player');
  await open(support, 'payments?state=any', pageTexts.payments.title);
  await picture(support, 'payments');
  await open(support, `requests/${lost.id}`, pageTexts.request.title);
  await picture(support, 'request');
  await support.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click();
  await support.getByText(pageTexts.settlement.choices.executed, { exact: true }).click();
  await support.getByLabel(pageTexts.settlement.reference).fill('TX-4711');
  await picture(
    support,
    'settlement',
    support.getByRole('heading', { name: pageTexts.settlement.title }),
  );
  await support.getByRole('button', { name: pageTexts.settlement.propose }).click();

  const limits = pageTexts.limits;
  const panel = await open(support, `players/marmara/${uid}`, limits.title);
  await support.getByRole('button', { name: limits.loosen }).click();
  const dialog = support.getByRole('dialog');
  await dialog.getByLabel(limits.amountLabel.replace('{{currency}}', 'TRY')).fill('3000');
  await dialog.getByLabel(limits.reason).fill('Letter of the player, case 1204');
  await dialog.getByRole('button', { name: limits.loosenSubmit }).click();
  await dialog.waitFor({ state: 'detached' });
  await picture(support, 'proposal', panel);
  await support.getByRole('button', { name: limits.tighten }).click();
  await dialog.getByText(limits.subjects.break, { exact: true }).click();
  await dialog.getByLabel(limits.reason).fill('Call of the player, case 1205');
  await picture(support, 'tighten');

  await open(support, 'close/zephyr', staffTexts.close.time);
  await support.getByText(staffTexts.close.ends['60'], { exact: true }).click();
  await support.locator('textarea[lang=en]').fill('We are updating the site.');
  await picture(support, 'close');
  const admin = await staff('yonetici', 'Yonetici123!');
  await open(admin, 'brands/marmara', staffTexts.upstreams.one);
  await picture(admin, 'breaker');
  await open(admin, 'audit', pageTexts.audit.title);
  await picture(admin, 'audit');
} finally {
  await browser.close();
  await server.stop();
}
