import type { Locator, Page } from '@playwright/test';
import { texts } from '../texts';

/** The lobby and the frame around every page, as a visitor sees them. */
export class Lobby {
  private readonly layout;
  private readonly lobby;

  constructor(
    readonly page: Page,
    lang = 'tr',
  ) {
    this.layout = texts(lang, 'layout');
    this.lobby = texts(lang, 'lobby');
  }

  /** The hero's slides. */
  get hero(): Locator {
    return this.page.getByRole('region', { name: this.lobby('hero.label') });
  }

  /** Tiles of games, wherever they stand. */
  get tiles(): Locator {
    return this.page.locator('a[href^="/play/slot/"]');
  }

  /** The titles of the rows. */
  get rowTitles(): Locator {
    return this.page.getByRole('main').getByRole('heading', { level: 2 });
  }

  get balance(): Locator {
    return this.page.getByRole('group', { name: this.layout('balance.label') }).first();
  }

  async openSearch(): Promise<void> {
    await this.page.getByRole('button', { name: this.layout('search.label') }).first().click();
  }

  async logout(): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`^${this.layout('account.label')}`) }).click();
    await this.page.getByRole('menuitem', { name: this.layout('auth.logout') }).click();
  }
}
