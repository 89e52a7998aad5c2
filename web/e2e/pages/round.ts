import type { FrameLocator, Page } from '@playwright/test';
import { expect } from '../fixtures';
import { moveClock } from '../mock';

/** What every game of shared rounds tells of the running one. Times are milliseconds since 1970. */
interface Round {
  round: number;
  closes: number;
}

/** A game whose rounds run by the world's clock, in the frame of its page. */
export class RoundGame<State extends Round> {
  constructor(
    readonly page: Page,
    /** Where the game tells how the round stands. */
    private readonly look: 'table' | 'state',
  ) {}

  get frame(): FrameLocator {
    return this.page.frameLocator('iframe');
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await expect(this.frame.locator('.balance .amount')).toContainText(/\d/);
  }

  /** How the round stands, as the casino says. */
  async state(): Promise<State> {
    const src = await this.page.locator('iframe').getAttribute('src');
    const { pathname } = new URL(src ?? '', this.page.url());
    return this.page.evaluate(
      async (address) => (await (await fetch(address)).json()) as State,
      `${pathname.replace(/\/$/, '')}/${this.look}`,
    );
  }

  /**
   * Winds the world's clock to a moment of a round, counted from the close of its bets in milliseconds.
   * No round is then missed by a slow machine: it is wound back as often as it takes.
   */
  async wind({ closes }: Round, after: number): Promise<void> {
    await moveClock(this.page, { now: new Date(closes + after).toISOString() });
  }
}
