import type { Page } from '@playwright/test';
import { expect } from '../fixtures';
import { RoundGame } from './round';

interface Hall {
  round: number;
  closes: number;
  ends: number;
  calls: number[];
}

/** The bingo hall in its frame, with speech synthesis replaced by a recorder. */
export class SpokenBingo extends RoundGame<Hall> {
  private constructor(page: Page) {
    super(page, 'state');
  }

  /** Replaces the speech synthesis of the page; call it before opening the game. */
  static async record(page: Page): Promise<SpokenBingo> {
    await page.addInitScript(() => {
      const spoken: string[] = [];
      const voices = {
        cancel: () => undefined,
        speak: ({ lang, text }: SpeechSynthesisUtterance) => spoken.push(`${lang} ${text}`),
      };
      Object.defineProperty(window, 'speechSynthesis', { value: voices });
      Object.defineProperty(window, 'spoken', { value: spoken });
    });
    return new SpokenBingo(page);
  }

  /** Turns the sound on, which is off by default. */
  async enableSound(): Promise<void> {
    const sound = this.frame.locator('.bar [aria-pressed]');
    await sound.click();
    await expect(sound).toHaveAttribute('aria-pressed', 'true');
  }

  /** Returns the texts spoken so far, each with its language. */
  spoken(): Promise<string[]> {
    return this.frame
      .locator('body')
      .evaluate(() => [...(window as unknown as { spoken: string[] }).spoken]);
  }

  /** Sets the clock to the draw of a round and waits for a called ball. Returns the round. */
  async drawBall(): Promise<Hall> {
    const round = await this.state();
    await expect(async () => {
      await this.setClock(round, 10_000);
      await expect(this.frame.locator('.now .ball')).toBeVisible({ timeout: 5000 });
    }).toPass();
    return round;
  }

  /** Returns all balls of a round in the order of their call; the game reports them at the end of the round. */
  async balls(round: Hall): Promise<number[]> {
    let calls: number[] = [];
    await expect(async () => {
      await this.setClock(round, round.ends - round.closes - 1000);
      const hall = await this.state();
      expect(hall.round).toBe(round.round);
      ({ calls } = hall);
    }).toPass();
    return calls;
  }
}
