import type { Page } from '@playwright/test';
import { expect } from '../fixtures';
import { RoundGame } from './round';

interface Hall {
  round: number;
  closes: number;
  ends: number;
  calls: number[];
}

/** The bingo hall in its frame, with a voice that is written down instead of heard. */
export class Hearing extends RoundGame<Hall> {
  private constructor(page: Page) {
    super(page, 'state');
  }

  /** Before the page is opened: the browser's voice is another from then on. */
  static async of(page: Page): Promise<Hearing> {
    await page.addInitScript(() => {
      const said: string[] = [];
      const voices = {
        cancel: () => undefined,
        speak: ({ lang, text }: SpeechSynthesisUtterance) => said.push(`${lang} ${text}`),
      };
      Object.defineProperty(window, 'speechSynthesis', { value: voices });
      Object.defineProperty(window, 'said', { value: said });
    });
    return new Hearing(page);
  }

  /** Turns the game's sound on, which is off until the player asks for it. */
  async listen(): Promise<void> {
    const sound = this.frame.locator('.bar [aria-pressed]');
    await sound.click();
    await expect(sound).toHaveAttribute('aria-pressed', 'true');
  }

  /** What has been said so far, each with its language. */
  said(): Promise<string[]> {
    return this.frame
      .locator('body')
      .evaluate(() => [...(window as unknown as { said: string[] }).said]);
  }

  /** Winds the clock into the calling of a round, until a ball is shown as the one called last. */
  async call(): Promise<Hall> {
    const round = await this.state();
    await expect(async () => {
      await this.wind(round, 10_000);
      await expect(this.frame.locator('.now .ball')).toBeVisible({ timeout: 5000 });
    }).toPass();
    return round;
  }

  /** All balls of a round in the order of their call: told when it is over. */
  async balls(round: Hall): Promise<number[]> {
    let calls: number[] = [];
    await expect(async () => {
      await this.wind(round, round.ends - round.closes - 1000);
      const hall = await this.state();
      expect(hall.round).toBe(round.round);
      ({ calls } = hall);
    }).toPass();
    return calls;
  }
}
