import type { Locator, Page } from '@playwright/test';

/** The log-in page with its authenticator prompt, in any language. */
export class LoginPage {
  constructor(readonly page: Page) {}

  async enter(username: string, password: string): Promise<void> {
    await this.page.locator('input[autocomplete=username]').fill(username);
    await this.page.locator('input[autocomplete=current-password]').fill(password);
    await this.page.getByRole('main').locator('form button[type=submit]').click();
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
