import type { Page } from '@playwright/test';
import { expect } from '../fixtures';
import { RoundGame } from './round';

interface Table {
  round: number;
  closes: number;
  mine: { round: number; bets: Record<string, number> }[];
}

/** The start of betting relative to its close, in milliseconds. */
const bettingStart = -17_000;

/** The roulette table in its frame. */
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
    await expect(async () => {
      await this.setClock(round, bettingStart);
      if (await accepted()) return;
      // Until the page knows that bets are open again it accepts no chip and drops pending ones.
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
      await expect.poll(accepted, { timeout: 5000 }).toBe(true);
    }).toPass();
    return round;
  }

  /** Expects the player's accepted chips on these spots while bets are open. */
  async expectChips(round: Table, ...spots: string[]): Promise<void> {
    const chips = this.frame.locator('[data-phase=betting] .chip.standing');
    await expect(async () => {
      await this.setClock(round, bettingStart);
      await expect(chips).toHaveCount(spots.length, { timeout: 5000 });
    }).toPass();
    for (const spot of spots) {
      await expect(this.frame.locator(`.chip.standing[data-spot=${spot}]`)).toBeVisible();
    }
  }
}
