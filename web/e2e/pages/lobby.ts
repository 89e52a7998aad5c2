import { expect, type Locator, type Page } from '@playwright/test';
import { texts } from '../texts';

/** The lobby and the layout around every page. */
export class Lobby {
  private readonly layout;
  private readonly lobby;
  private readonly common;

  constructor(
    readonly page: Page,
    lang = 'tr',
  ) {
    this.layout = texts(lang, 'layout');
    this.lobby = texts(lang, 'lobby');
    this.common = texts(lang, 'common');
  }

  /** Opens the lobby and closes its popup. */
  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await this.closePopup();
  }

  /** Closes the popup of the first visit. */
  async closePopup(): Promise<void> {
    const popup = this.page.getByRole('dialog');
    const close = popup.getByRole('button', { name: this.common('close') });
    // The popup opens after the first use of the page, which may not listen yet.
    await expect(async () => {
      await this.page.mouse.move(5, 5);
      await this.page.mouse.move(6, 6);
      await expect(close).toBeVisible({ timeout: 2000 });
    }).toPass();
    await close.click();
    await popup.waitFor({ state: 'detached' });
  }

  get hero(): Locator {
    return this.page.getByRole('region', { name: this.lobby('hero.label') });
  }

  /** The links to slots. */
  get games(): Locator {
    return this.page
      .getByRole('main')
      .locator('article a[href^="/play/slot/"]:not([href*="demo"])');
  }

  /** The row titles. */
  get rowTitles(): Locator {
    return this.page.getByRole('main').getByRole('heading', { level: 2 });
  }

  get login(): Locator {
    return this.page.getByRole('banner').getByRole('link', { name: this.layout('auth.login') });
  }

  /** Opens the search by its keyboard shortcut. */
  async search(text: string): Promise<Locator> {
    const field = this.page.getByRole('combobox', { name: texts('tr', 'search')('label') });
    // The page is painted before its scripts run.
    await this.page.locator('#root[data-started]').waitFor();
    if (!(await field.isVisible())) await this.page.keyboard.press('/');
    await field.fill(text);
    return this.page.getByRole('dialog');
  }

  /** Logs out from the account menu. */
  async logout(): Promise<void> {
    await this.chooseInAccountMenu(this.layout('auth.logout'));
  }

  /** Opens the break dialog from the account menu. */
  async takeBreak(): Promise<void> {
    await this.chooseInAccountMenu(this.layout('account.break'));
  }

  /** Presses a button of the account menu, which is part of the menu drawer on phones. */
  private async chooseInAccountMenu(name: string): Promise<void> {
    const account = this.page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(`^${this.layout('account.label')}`) });
    const menu = this.page
      .getByRole('banner')
      .getByRole('button', { name: this.layout('menu.open') });
    await account.or(menu).filter({ visible: true }).first().click();
    await this.page
      .getByRole('button', { name, exact: true })
      .filter({ visible: true })
      .first() // pages of the account have another one next to them
      .click();
  }
}
