import { type FrameLocator, type Page } from '@playwright/test';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, site, test, type Brand } from './fixtures';
import { change, openStudio, publish, requestAs } from './pages/studio';
import { startCroupier, type Croupier } from './server';
import { texts } from './texts';

const t = texts('tr', 'staffStudio');

// The tests publish, so they have a server with files that they may change.
test.describe.configure({ mode: 'default' });
let configs: string;
let server: Croupier;
test.beforeAll(async () => {
  configs = await mkdtemp(join(tmpdir(), 'croupier-configs-'));
  await cp('../configs', configs, { recursive: true });
  server = await startCroupier(['--config', join(configs, 'croupier.yaml')]);
  for (const [name, role] of [
    ['ayse', 'editor'],
    ['veli', 'viewer'],
    ['can', 'viewer,zephyr=editor'],
  ] as const)
    server.addAccount(name, role);
});
test.afterAll(async () => {
  await server.stop();
  await rm(configs, { recursive: true });
});

const address = (brand: Brand) => site(brand, server.address);
const accentOf = (page: Page | FrameLocator) =>
  page
    .locator('html')
    .evaluate((html) => getComputedStyle(html).getPropertyValue('--c-accent').trim());

test('a colour is chosen by keyboard, previewed and published, and a revert brings the old one back', async ({
  browser,
  page: player,
}) => {
  await player.goto(address('pera'));
  const before = await accentOf(player);
  /** Loads the page of a player until it has an accent colour. */
  const playerSees = (accent: string) =>
    expect(async () => {
      await player.goto(address('pera'), { waitUntil: 'commit' });
      expect(await accentOf(player)).toBe(accent);
    }).toPass({ timeout: 5000 }); // bff/test/e2e measures the delay

  const editor = await openStudio(browser, server, 'pera', 'look');
  await editor.getByRole('button', { name: t('preview.title') }).press('Enter');
  const frame = editor.frameLocator('iframe');
  await expect.poll(() => accentOf(frame)).toBe(before);
  const mode = (await player.locator('html').getAttribute('data-mode')) as 'dark';
  const name = `${t(`modes.${mode}`)}: ${t('fields.theme.colours.accent')}`;
  const colour = editor.getByLabel(name, { exact: true });
  await expect(colour).toHaveValue(before);
  await editor
    .getByRole('button', { name: t('colour.pick', { name }), exact: true })
    .press('Enter');
  await editor.keyboard.press('Tab');
  await editor.keyboard.press('Tab');
  await expect(editor.getByRole('slider', { name: `${name}: ${t('colour.hue')}` })).toBeFocused();
  await editor.keyboard.press('ArrowRight');
  await expect(colour).not.toHaveValue(before);
  const chosen = await colour.inputValue();
  await expect.poll(() => accentOf(frame)).toBe(chosen);
  await playerSees(before);
  await publish(editor);
  await playerSees(chosen);

  await editor.getByRole('tab', { name: t('tabs.history') }).click();
  await editor.getByRole('button', { name: t('history.revertTo', { version: 0 }) }).click();
  const dialog = editor.getByRole('dialog');
  await expect(dialog.getByRole('list')).toContainText(before);
  await dialog.getByRole('button', { name: t('history.revert') }).click();
  await expect(dialog).toBeHidden();
  await playerSees(before);
  await editor.context().close();
});

test('a contrast below AA is named while one chooses, and cannot be published', async ({
  browser,
}) => {
  const editor = await openStudio(browser, server, 'zephyr', 'look');
  const name = `${t('modes.light')}: ${t('fields.theme.colours.text_dim')}`;
  await expect(editor.getByText(t('contrast.ok'))).toBeVisible();
  await editor.getByLabel(name, { exact: true }).fill('#DDDDDD');
  const worst = t('contrast.worst', { pair: '' });
  await expect(editor.getByText(worst)).toContainText(`${name} / `);
  await editor.getByRole('button', { name: t('publish.action') }).click();
  const dialog = editor.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: t('publish.publish'), exact: true });
  await expect(dialog.getByRole('list', { name: t('publish.changes') })).toContainText('#DDDDDD');
  await expect(submit).toBeDisabled();
  const { body: draft } = await requestAs(editor, 'GET', '/studio/zephyr');
  const refused = await requestAs(editor, 'POST', '/studio/zephyr/publish', {}, draft.revision);
  expect(refused).toMatchObject({ status: 400, body: { field: 'theme.modes.light.text_dim' } });

  await dialog.getByRole('alert').getByRole('link', { name }).first().click();
  await editor.getByLabel(name, { exact: true }).fill('#333333');
  await expect(editor.getByText(t('contrast.ok'))).toBeVisible();
  await editor.getByRole('button', { name: t('publish.action') }).click();
  await expect(submit).toBeEnabled();
  await editor.context().close();
});

test('two editors change one field: the second sees the value and the name of the first', async ({
  browser,
}) => {
  const field = 'tagline.tr';
  const tagline = `${t('groups.tagline')}: tr`;
  const first = await openStudio(browser, server, 'zephyr', 'look', 'ayse');
  const second = await openStudio(browser, server, 'zephyr', 'look');
  await expect(second.getByLabel(tagline)).toBeVisible();
  expect((await change(first, 'zephyr', { [field]: 'Ayşe yazdı' })).status).toBe(200);
  await second.getByLabel(tagline).fill('Bu benim');
  const dialog = second.getByRole('dialog', { name: t('conflict.title') });
  await expect(dialog.getByRole('region', { name: tagline })).toContainText('Ayşe yazdı');
  await expect(dialog).toContainText('ayse');
  const saved = async () => (await requestAs(first, 'GET', '/studio/zephyr')).body.fields[field];
  expect(await saved()).toBe('Ayşe yazdı');
  await dialog.getByRole('button', { name: t('conflict.keep') }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(saved).toBe('Bu benim');
  await first.context().close();
  await second.context().close();
});

test('a publication needs a second person, and files alone when the studio is read-only', async ({
  browser,
  page: player,
}) => {
  const file = join(configs, 'croupier.yaml');
  const original = await readFile(file);
  await appendFile(file, '\nstudio: { publish: two_people }\n');
  const admin = await openStudio(browser, server, 'marmara', 'look');
  const editor = await openStudio(browser, server, 'marmara', 'look', 'ayse');
  await editor.getByLabel(`${t('groups.tagline')}: tr`).fill('İki kişinin sloganı');
  await publish(editor, 'propose');
  await expect(editor.getByText(t('waiting.own'))).toBeVisible();
  await expect(editor.getByRole('button', { name: t('waiting.approve') })).toHaveCount(0);
  await player.goto(address('marmara'));
  await expect(player).not.toHaveTitle(/İki kişinin sloganı/);

  await admin.reload();
  await admin.getByRole('button', { name: t('waiting.approve') }).click();
  await expect(admin.getByText(t('waiting.proposal'))).toBeHidden();
  await player.reload();
  await expect(player).toHaveTitle(/İki kişinin sloganı/);

  await writeFile(file, original);
  await appendFile(file, '\nstudio: { edit: read_only }\n');
  await expect(async () => {
    await editor.reload();
    await expect(editor.getByText(t('state.readOnly'))).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(editor.getByLabel(`${t('groups.tagline')}: tr`)).toBeDisabled();
  expect((await change(editor, 'marmara', { 'tagline.tr': 'Yeni' })).status).toBe(409);
  await writeFile(file, original);
  await expect
    .poll(async () => (await change(editor, 'marmara', { 'tagline.tr': 'Yeni' })).status)
    .toBe(200);
  await editor.context().close();
  await admin.context().close();
});

test('viewers, support and editors of another brand change nothing', async ({ browser }) => {
  for (const account of ['destek', 'veli', 'can']) {
    const page = await openStudio(browser, server, 'pera', 'look', account);
    await expect(page.getByText(t('state.noRight'))).toBeVisible();
    await expect(page.getByLabel(`${t('groups.tagline')}: tr`)).toBeDisabled();
    await expect(page.getByRole('button', { name: t('publish.action') })).toHaveCount(0);
    expect((await change(page, 'pera', { 'theme.radius': 3 })).status).toBe(403);
    for (const [method, action, body] of [
      ['POST', 'publish', {}],
      ['POST', 'revert', { version: 0 }],
      ['POST', 'approve', { revision: 1 }],
      ['PUT', 'languages/bg', { id: 9, title: 'BG', namespaces: {} }],
      ['DELETE', 'draft', undefined],
    ] as const) {
      const { status } = await requestAs(page, method, `/studio/pera/${action}`, body, 0);
      expect(status, action).toBe(403);
    }
    await page.context().close();
  }
});
