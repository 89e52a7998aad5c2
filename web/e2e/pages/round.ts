import type { FrameLocator, Page } from '@playwright/test';
import { expect } from '../fixtures';
import { moveClock } from '../mock';

/** The state that games with shared rounds report. Times are in milliseconds since 1970. */
interface Round {
  round: number;
  closes: number;
}

/** A game with shared rounds that follow the world's clock, inside its frame. */
export class RoundGame<State extends Round> {
  constructor(
    readonly page: Page,
    /** The endpoint that reports the state of the round. */
    private readonly endpoint: 'table' | 'state',
  ) {}

  get frame(): FrameLocator {
    return this.page.frameLocator('iframe');
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await expect(this.frame.locator('.balance .amount')).toContainText(/\d/);
  }

  /** Requests the state of the round. */
  async state(): Promise<State> {
    const src = await this.page.locator('iframe').getAttribute('src');
    const { pathname } = new URL(src ?? '', this.page.url());
    return this.page.evaluate(
      async (address) => (await (await fetch(address)).json()) as State,
      `${pathname.replace(/\/$/, '')}/${this.endpoint}`,
    );
  }

  /**
   * Sets the world's clock to a time relative to the close of the round's bets, in milliseconds. It may be called
   * repeatedly, so that slow machines do not miss a round.
   */
  async setClock({ closes }: Round, after: number): Promise<void> {
    await moveClock(this.page, { now: new Date(closes + after).toISOString() });
  }
}
