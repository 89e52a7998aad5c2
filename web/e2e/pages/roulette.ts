import type { Page } from '@playwright/test';
import { expect } from '../fixtures';
import { RoundGame } from './round';

interface Table {
  round: number;
  closes: number;
  mine: { round: number; bets: Record<string, number> }[];
}

/** Before the close of the bets: the whole time to bet is left. Milliseconds. */
const beginning = -17_000;

/** The roulette table in its frame. */
export class Roulette extends RoundGame<Table> {
  constructor(page: Page) {
    super(page, 'table');
  }

  /** Bets a chip on each spot in the round that runs, which it gives. */
  async bet(...spots: string[]): Promise<Table> {
    const round = await this.state();
    const stands = async () =>
      (await this.state()).mine.some(
        (bet) => bet.round === round.round && spots.every((spot) => bet.bets[spot]),
      );
    await expect(async () => {
      await this.wind(round, beginning);
      if (await stands()) return;
      // A page that has not seen yet that the bets are open again takes no chip, and drops those that lay.
      for (const spot of spots) {
        const chip = this.frame.locator(`.chip.pending[data-spot=${spot}]`);
        if ((await chip.count()) === 0) {
          await this.frame.locator(`.cell.outside.${spot}`).click({ timeout: 5000 });
        }
        await expect(chip).toBeVisible({ timeout: 5000 });
      }
      await expect(this.frame.locator('.chip.pending')).toHaveCount(spots.length, {
        timeout: 5000,
      });
      await this.frame.locator('.place').click({ timeout: 5000 });
      await expect.poll(stands, { timeout: 5000 }).toBe(true);
    }).toPass();
    return round;
  }

  /** Expects the player's chips to stand on these spots in a round whose bets are not closed. */
  async showsStanding(round: Table, ...spots: string[]): Promise<void> {
    const chips = this.frame.locator('[data-phase=betting] .chip.standing');
    await expect(async () => {
      await this.wind(round, beginning);
      await expect(chips).toHaveCount(spots.length, { timeout: 5000 });
    }).toPass();
    for (const spot of spots) {
      await expect(this.frame.locator(`.chip.standing[data-spot=${spot}]`)).toBeVisible();
    }
  }
}
