import type { FrameLocator, Page } from '@playwright/test';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, site, test, type Brand } from './fixtures';
import { closeAll, openStudio, publish, served } from './pages/studio';
import { startCroupier, type Croupier } from './server';
import { texts } from './texts';

const t = texts('tr', 'staffStudio');
const tagline = `${t('groups.tagline')}: tr`;

// The tests publish, so they have a server with files that they may change.
test.describe.configure({ mode: 'default' });
let configs: string;
let server: Croupier;
test.beforeAll(async () => {
  configs = await mkdtemp(join(tmpdir(), 'croupier-configs-'));
  await cp('../configs', configs, { recursive: true });
  server = await startCroupier(['--config', join(configs, 'croupier.yaml')]);
  server.addAccount('ayse', 'editor');
  server.addAccount('veli', 'viewer');
  server.addAccount('can', 'viewer,zephyr=editor');
});
test.afterEach(({ browser }) => closeAll(browser));
test.afterAll(async () => {
  await server.stop();
  await rm(configs, { recursive: true });
});

const address = (brand: Brand) => site(brand, server.address);
const accentOf = (page: Page | FrameLocator) =>
  page
    .locator('html')
    .evaluate((html) => getComputedStyle(html).getPropertyValue('--c-accent').trim());

test('a colour is chosen, previewed, published, reverted', async ({ browser, page: player }) => {
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
  // Each saved change replaces the frame, also during a request of the test.
  const frameShows = (accent: string) =>
    expect(async () => expect(await accentOf(editor.frameLocator('iframe'))).toBe(accent)).toPass();
  await frameShows(before);
  const mode = (await player.locator('html').getAttribute('data-mode')) as 'dark';
  const name = `${t(`modes.${mode}`)}: ${t('fields.theme.colours.accent')}`;
  const colour = editor.getByLabel(name, { exact: true });
  await expect(colour).toHaveValue(before);
  const sample = editor.getByRole('button', { name: t('colour.pick', { name }), exact: true });
  await sample.press('Enter');
  await editor.keyboard.press('Tab');
  await editor.keyboard.press('Tab');
  await expect(editor.getByRole('slider', { name: `${name}: ${t('colour.hue')}` })).toBeFocused();
  await editor.keyboard.press('ArrowRight');
  await expect(colour).not.toHaveValue(before);
  await editor.keyboard.press('Escape');
  await expect(sample).toBeFocused();
  await expect(sample).toHaveAttribute('aria-expanded', 'false');
  const chosen = await colour.inputValue();
  await frameShows(chosen);
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
});

test('a contrast below AA is named and not published', async ({ browser }) => {
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
  await dialog.getByRole('alert').getByRole('link', { name }).first().click();
  await editor.getByLabel(name, { exact: true }).fill('#333333');
  await expect(editor.getByText(t('contrast.ok'))).toBeVisible();
  await editor.getByRole('button', { name: t('publish.action') }).click();
  await expect(submit).toBeEnabled();
});

test('the second editor of a field sees the first value', async ({ browser }) => {
  const first = await openStudio(browser, server, 'zephyr', 'look', 'ayse');
  const second = await openStudio(browser, server, 'zephyr', 'look');
  await expect(second.getByRole('textbox', { name: tagline })).toBeVisible();
  await first.getByRole('textbox', { name: tagline }).fill('Ayşe yazdı');
  await expect(first.getByText(t('changed'))).toBeVisible();
  await second.getByRole('textbox', { name: tagline }).fill('Bu benim');
  const dialog = second.getByRole('dialog', { name: t('conflict.title') });
  await expect(dialog.getByRole('region', { name: tagline })).toContainText('Ayşe yazdı');
  await expect(dialog).toContainText('ayse');
  await dialog.getByRole('button', { name: t('conflict.keep') }).click();
  await expect(dialog).toBeHidden();
  await expect(async () => {
    await first.reload();
    await expect(first.getByRole('textbox', { name: tagline })).toHaveValue('Bu benim', {
      timeout: 2000,
    });
  }).toPass();
});

test('other roles and brands change nothing', async ({ browser }) => {
  for (const account of ['destek', 'veli', 'can']) {
    const page = await openStudio(browser, server, 'pera', 'look', account);
    await expect(page.getByText(t('state.noRight'))).toBeVisible();
    await expect(page.getByRole('textbox', { name: tagline })).toBeDisabled();
    await expect(page.getByRole('button', { name: t('publish.action') })).toHaveCount(0);
  }
});

test('a second person approves, read-only changes nothing', async ({ browser, page: player }) => {
  const file = join(configs, 'croupier.yaml');
  const original = await readFile(file, 'utf8');
  const configure = (setting: string) => writeFile(file, `${original}\nstudio: { ${setting} }\n`);
  await configure('publish: two_people');
  const admin = await openStudio(browser, server, 'marmara', 'look');
  const editor = await openStudio(browser, server, 'marmara', 'look', 'ayse');
  await editor.getByRole('textbox', { name: tagline }).fill('İki kişinin sloganı');
  await publish(editor, 'propose');
  await expect(editor.getByText(t('waiting.own'))).toBeVisible();
  await expect(editor.getByRole('button', { name: t('waiting.approve') })).toHaveCount(0);
  await player.goto(address('marmara'));
  expect(await served(player)).not.toContain('İki kişinin sloganı');

  await admin.reload();
  await admin.getByRole('button', { name: t('waiting.approve') }).click();
  await expect(admin.getByText(t('waiting.proposal'))).toBeHidden();
  await expect.poll(() => served(player)).toContain('İki kişinin sloganı');

  await configure('edit: read_only');
  await expect(async () => {
    await editor.reload();
    await expect(editor.getByText(t('state.readOnly'))).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(editor.getByRole('textbox', { name: tagline })).toBeDisabled();
});
