import { expect, type FrameLocator, type Page } from '@playwright/test';
import { moveClock } from '../mock';

/** A game with shared rounds that follow the world's clock, inside its frame. Times are in milliseconds since 1970. */
class RoundGame<State extends { round: number; closes: number }> {
  readonly frame: FrameLocator;

  constructor(
    readonly page: Page,
    /** The endpoint that reports the state of the round. */
    private readonly endpoint: 'table' | 'state',
  ) {
    this.frame = page.frameLocator('iframe');
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
   * Tries something after setting the world's clock to a time relative to the close of the round's bets, and repeats
   * both, so that slow machines do not miss a round.
   */
  protected at({ closes }: State, after: number, attempt: () => Promise<void>): Promise<void> {
    return expect(async () => {
      await moveClock(this.page, { now: new Date(closes + after).toISOString() });
      await attempt();
    }).toPass();
  }
}

/** The start of betting relative to its close. */
const bettingStart = -17_000;
const soon = { timeout: 5000 };

interface Table {
  round: number;
  closes: number;
  mine: { round: number; bets: Record<string, number> }[];
}

/** The roulette table. */
export class Roulette extends RoundGame<Table> {
  constructor(page: Page) {
    super(page, 'table');
  }

  /** Bets a chip on each spot in the current round. Returns the round. */
  async bet(...spots: string[]): Promise<Table> {
    const round = await this.state();
    const accepted = async () =>
      (await this.state()).mine.some(
        (bet) => bet.round === round.round && spots.every((spot) => bet.bets[spot]),
      );
    await this.at(round, bettingStart, async () => {
      if (await accepted()) return;
      // Until the page knows that bets are open again it accepts no chip and drops pending ones.
      for (const spot of spots) {
        const chip = this.frame.locator(`.chip.pending[data-spot=${spot}]`);
        if ((await chip.count()) === 0)
          await this.frame.locator(`.cell.outside.${spot}`).click(soon);
        await expect(chip).toBeVisible(soon);
      }
      await expect(this.frame.locator('.chip.pending')).toHaveCount(spots.length, soon);
      await this.frame.locator('.place').click(soon);
      await expect.poll(accepted, soon).toBe(true);
    });
    return round;
  }

  /** Expects the player's accepted chips on these spots while bets are open. */
  async expectChips(round: Table, ...spots: string[]): Promise<void> {
    const chips = this.frame.locator('[data-phase=betting] .chip.standing');
    await this.at(round, bettingStart, () => expect(chips).toHaveCount(spots.length, soon));
    for (const spot of spots)
      await expect(this.frame.locator(`.chip.standing[data-spot=${spot}]`)).toBeVisible();
  }
}

interface Hall {
  round: number;
  closes: number;
  ends: number;
  /** Known once bets are closed. */
  outcome?: string;
}

/** The bingo hall, with speech synthesis replaced by a recorder. */
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

  /** Opens a hall and turns the sound on, which is off by default. */
  async openWithSound(address: string): Promise<void> {
    await this.open(address);
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

  /** Sets the clock to the end of a round and waits for its outcome, which it returns. */
  async drawBall(): Promise<string> {
    const round = await this.state();
    let outcome = '';
    await this.at(round, round.ends - round.closes - 4000, async () => {
      await expect(this.frame.locator('.outcome')).toBeVisible(soon);
      const hall = await this.state();
      expect(hall.round).toBe(round.round);
      outcome = hall.outcome ?? '';
    });
    return outcome;
  }
}
