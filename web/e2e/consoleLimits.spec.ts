import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { formatMoney } from '../src/lib/format/number';
import { paths } from '../src/lib/paths';
import { staffPaths } from '../src/lib/paths/staff';
import { violations } from './axe';
import { expect, site, test } from './fixtures';
import { moveClock } from './mock';
import { LoginPage } from './pages/login';
import { texts } from './texts';

const staff = texts('tr', 'staff');
const t = texts('tr', 'staffPages');

const passwords = { destek: 'Destek123!', yonetici: 'Yonetici123!' } as const;

/** Opens a page of the console for an account in a browser of its own, which sees the players of the test's world only. */
async function openConsole(
  browser: Browser,
  world: string,
  name: keyof typeof passwords,
  path: string,
): Promise<Page> {
  const context = await browser.newContext({ locale: 'tr-TR' });
  await context.addCookies([{ name: 'mock_world', value: world, url: site() }]);
  const page = await context.newPage();
  await page.goto(site() + path);
  await page.getByLabel(staff('login.name')).fill(name);
  await page.getByLabel(staff('login.password'), { exact: true }).fill(passwords[name]);
  await page.getByRole('button', { name: staff('login.submit') }).click();
  return page;
}

/** Follows a link to a file. Returns its text. */
async function download(page: Page, name: string): Promise<string> {
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name, exact: true }).click();
  return readFile(await (await started).path(), 'utf8');
}

test('support tightens a limit at once; a looser one waits for a day and another account; an admin downloads the changes and the player’s data @once', async ({
  page: player,
  browser,
  world,
}) => {
  const money = (amount: number) => formatMoney(amount, 'TRY', 'tr');
  await player.goto(site() + paths.login.to());
  await new LoginPage(player).enter('demo', 'Demo123');
  await expect(player).toHaveURL(site() + paths.home.to());
  await player.goto(site() + paths.profileLimits.to());
  const limits = texts('tr', 'limits');
  const own = player.getByRole('region', { name: limits('kinds.deposit.title') });
  await own.getByLabel(limits('limit.amount')).fill('800');
  await own.getByRole('button', { name: limits('limit.save') }).click();
  await expect(own.getByText(limits('limit.left', { amount: money(800) }))).toBeVisible();

  const search = `${staffPaths.players.to()}?q=demo`;
  const support = await openConsole(browser, world, 'destek', search);
  await support.getByRole('table').getByRole('link', { name: 'demo' }).click();
  const panel = support.getByRole('region', { name: t('limits.title') });
  const inForce = panel.getByRole('table', { name: t('limits.title') }).getByRole('row');
  const history = support.getByRole('table', { name: t('limits.history') }).getByRole('row');
  const name = t('limits.nameOf', {
    kind: t('limits.kinds.deposit'),
    period: t('limits.periods.day'),
  });
  await expect(inForce.filter({ hasText: name })).toContainText(money(800));
  await expect(support.getByRole('link', { name: t('audit.csv') })).toHaveCount(0);

  await panel.getByRole('button', { name: t('limits.tighten') }).click();
  const dialog = support.getByRole('dialog');
  const amount = dialog.getByLabel(t('limits.amountLabel', { currency: 'TRY' }));
  const submit = dialog.getByRole('button', { name: t('limits.tightenSubmit') });
  await dialog.getByLabel(t('limits.reason')).fill('A call');
  await dialog.getByLabel(staff('confirm.type', { word: 'demo' })).fill('demo');
  await amount.fill('900');
  await expect(dialog.getByText(t('limits.notTighter'))).toBeVisible();
  await expect(submit).toBeDisabled();
  await amount.fill('500');
  expect(await violations(support, { include: 'dialog' })).toEqual([]);
  await submit.click();
  await expect(dialog).toHaveCount(0);
  await expect(inForce.filter({ hasText: name })).toContainText(money(500));
  await expect(history.filter({ hasText: 'destek' })).toContainText(money(500));
  // The player's open page follows.
  await expect(own.getByText(limits('limit.left', { amount: money(500) }))).toBeVisible();

  await panel.getByRole('button', { name: t('limits.loosen') }).click();
  await dialog.getByLabel(t('limits.reason')).fill('A letter');
  await amount.fill('900');
  await dialog.getByRole('button', { name: t('limits.loosenSubmit') }).click();
  await expect(dialog).toHaveCount(0);
  const approve = { name: t('limits.approve') };
  await expect(panel.getByText(t('limits.own'))).toBeVisible();
  await expect(panel.getByRole('button', approve)).toBeDisabled();
  await expect(inForce.filter({ hasText: name })).toContainText(money(500));

  const path = new URL(support.url()).pathname;
  const admin = await openConsole(browser, world, 'yonetici', path);
  const early = t('limits.early', { from: '|' }).split('|')[1]!;
  await expect(admin.getByText(early)).toBeVisible();
  await expect(admin.getByRole('button', approve)).toBeDisabled();
  await moveClock(admin, { advance: '24h1m' });
  await admin.reload();
  await admin.getByRole('button', approve).click();
  const ask = admin.getByRole('dialog', { name: t('limits.ask') });
  await ask.getByRole('textbox').fill('marmara');
  await ask.getByRole('button', approve).click();
  await expect(ask).toHaveCount(0);
  const loosened = admin.getByRole('table', { name: t('limits.title') }).getByRole('row');
  await expect(loosened.filter({ hasText: name })).toContainText(money(900));
  await expect(panel.getByRole('button', approve)).toHaveCount(0);
  await expect(inForce.filter({ hasText: name })).toContainText(money(900));
  await expect(history.filter({ hasText: 'destek, yonetici' })).toContainText(money(900));

  const exported = JSON.parse(await download(admin, t('player.export'))) as object;
  expect(exported).toMatchObject({ brand: 'marmara', username: 'demo' });
  await admin.goto(site() + staffPaths.players.to());
  const changes = await download(admin, t('audit.csv'));
  expect(changes.trim().split('\r\n')).toEqual([
    expect.stringMatching(/^player,at,who,/),
    expect.stringContaining(',player,,set,deposit,day,800,TRY,'),
    expect.stringContaining(',staff,destek,set,deposit,day,500,TRY,'),
    expect.stringContaining(',staff,"destek, yonetici",set,deposit,day,900,TRY,'),
  ]);
  await support.context().close();
  await admin.context().close();
});
