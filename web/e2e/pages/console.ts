import type { Browser, Page } from '@playwright/test';
import { expect, site } from '../fixtures';
import { passwordOf } from '../server';
import { texts } from '../texts';

const t = texts('tr', 'staff');

/**
 * Opens a page of the console for an account, in a separate browser, at an address of the brand
 * marmara. With `world` the account sees only the players of that mock world.
 */
export async function openConsole(
  browser: Browser,
  account: string,
  path: string,
  { address = site(), world }: { address?: string; world?: string } = {},
): Promise<Page> {
  const context = await browser.newContext();
  if (world) await context.addCookies([{ name: 'mock_world', value: world, url: address }]);
  const page = await context.newPage();
  await page.goto(address + path);
  await page.getByLabel(t('login.name')).fill(account);
  await page.getByLabel(t('login.password'), { exact: true }).fill(passwordOf(account));
  await page.getByRole('button', { name: t('login.submit') }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(t('login.title'));
  return page;
}

/** Types the word of a confirmation and confirms. */
export async function confirmBy(page: Page, word: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: button, exact: true });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill(word);
  await confirm.click();
  await expect(dialog).toBeHidden();
}

/** Confirms in the dialog with a button of the same name as the opener. */
export async function pressTwice(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

/** Enters text into the global search and opens its first result. */
export async function search(page: Page, text: string, key = 'Control+K'): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole('combobox', { name: t('search.title') }).fill(text);
  await page.keyboard.press('Enter');
}
