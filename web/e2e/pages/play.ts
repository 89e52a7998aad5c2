import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { moveClock } from '../mock';
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

  /** Plays a round of the slot. Returns the stake after the round is settled. */
  async playRound(): Promise<number> {
    const settled = this.page.waitForResponse(/\/spin$/);
    await this.spin.click();
    const response = await settled;
    expect(response.status()).toBe(200);
    return (response.request().postDataJSON() as { stake: number }).stake;
  }

  /** The balance in the bar above the game. */
  get balance(): Locator {
    return this.page.getByTestId('balance');
  }

  async back(): Promise<void> {
    await this.page.getByRole('button', { name: this.t('back') }).click();
  }
}

/** The state of a roulette table. Times are in milliseconds since 1970. */
interface Table {
  round: number;
  closes: number;
  bets: { round: number; picks: Record<string, number> }[];
}

const soon = { timeout: 5000 };

/** The roulette table inside its frame. Its rounds follow the world's clock. */
export class Roulette {
  readonly frame: FrameLocator;

  constructor(readonly page: Page) {
    this.frame = page.frameLocator('iframe');
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await expect(this.frame.locator('.balance .amount')).toContainText(/\d/);
  }

  private async state(): Promise<Table> {
    const src = await this.page.locator('iframe').getAttribute('src');
    const { pathname } = new URL(src ?? '', this.page.url());
    return this.page.evaluate(
      async (address) => (await (await fetch(address)).json()) as Table,
      `${pathname.replace(/\/$/, '')}/state`,
    );
  }

  /**
   * Sets the world's clock to the start of the round's bets and tries something. Repeats both,
   * because slow machines may miss a round.
   */
  private whileOpen({ closes }: Table, attempt: () => Promise<void>): Promise<void> {
    return expect(async () => {
      await moveClock(this.page, { now: new Date(closes - 17_000).toISOString() });
      await attempt();
    }).toPass();
  }

  /** Bets a chip on each spot in the current round. Returns the round. */
  async bet(...spots: string[]): Promise<Table> {
    const round = await this.state();
    const accepted = async () =>
      (await this.state()).bets.some(
        (bet) => bet.round === round.round && spots.every((spot) => bet.picks[spot]),
      );
    await this.whileOpen(round, async () => {
      if (await accepted()) return;
      // The page accepts no chip and drops pending ones until it knows that bets are open again.
      for (const spot of spots) {
        const chip = this.frame.locator(`.chip.pending[data-spot=${spot}]`);
        if (!(await chip.isVisible()))
          await this.frame.locator(`.cell.outside.${spot}`).click(soon);
        await expect(chip).toBeVisible(soon);
      }
      await this.frame.locator('.place').click(soon);
      await expect.poll(accepted, soon).toBe(true);
    });
    return round;
  }

  /** Expects the player's accepted chips on these spots while bets are open. */
  async expectChips(round: Table, ...spots: string[]): Promise<void> {
    const chips = this.frame.locator('[data-phase=betting] .chip.standing:visible');
    await this.whileOpen(round, () => expect(chips).toHaveCount(spots.length, soon));
    for (const spot of spots)
      await expect(this.frame.locator(`.chip.standing[data-spot=${spot}]`)).toBeVisible();
  }
}
