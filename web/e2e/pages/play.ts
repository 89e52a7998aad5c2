import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { gameTexts, texts } from '../texts';

/** The play page and the slot inside its frame. */
export class PlayPage {
  private readonly t;
  private readonly game;

  constructor(
    readonly page: Page,
    lang = 'tr',
  ) {
    this.t = texts(lang, 'play');
    this.game = gameTexts(lang);
  }

  get frame(): FrameLocator {
    return this.page.frameLocator('iframe');
  }

  get spin(): Locator {
    return this.frame.getByRole('button', { name: this.game.spin, exact: true });
  }

  /** Plays a round of the slot. It returns the stake once the round is settled. */
  async playRound(): Promise<number> {
    const settled = this.page.waitForResponse(/\/spin$/);
    await this.spin.click();
    const response = await settled;
    expect(response.status()).toBe(200);
    return (response.request().postDataJSON() as { stake: number }).stake;
  }

  /** The balance in the bar above the game. */
  get balance(): Locator {
    return this.page.getByRole('group', { name: this.t('balance') });
  }

  async back(): Promise<void> {
    await this.page.getByRole('button', { name: this.t('back') }).click();
  }
}
