import type { Locator, Page } from '@playwright/test';
import { texts } from '../texts';

/** The log-in page with its authenticator prompt. */
export class LoginPage {
  private readonly t;

  constructor(
    readonly page: Page,
    lang = 'tr',
  ) {
    this.t = texts(lang, 'auth');
  }

  async enter(username: string, password: string): Promise<void> {
    await this.page.getByLabel(this.t('field.username')).fill(username);
    await this.page.getByLabel(this.t('field.password'), { exact: true }).fill(password);
    await this.page.getByRole('button', { name: this.t('login.submit') }).click();
  }

  /** The six boxes of the authenticator's code. */
  get code(): Locator {
    return this.page.getByRole('dialog').getByRole('textbox');
  }

  /** Pastes the whole code into the first box. */
  async paste(code: string): Promise<void> {
    await this.code.first().focus();
    await this.page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, code);
  }
}
