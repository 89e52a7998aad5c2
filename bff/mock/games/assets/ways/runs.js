// The runs of symbols that pay, lit all at once and then one after the other.
import { money, t } from '../frame/boot.js';
import { play } from '../frame/sound.js';
import { Cycle } from '../reels/cycle.js';

/** Runs lights the wins of a spin on the reels. */
export class Runs extends Cycle {
  constructor(reels, say) {
    super();
    Object.assign(this, { reels, say });
  }

  /** cells are the places that a win stands on. */
  cells(grid, { symbol, count }) {
    return grid
      .slice(0, count)
      .flatMap((reel, i) =>
        reel.flatMap((s, row) => (s === symbol || s === 'wild' ? [[i, row]] : [])),
      );
  }

  /** all shows every win of a spin at once. */
  all({ grid, wins }) {
    this.reels.light(wins.flatMap((win) => this.cells(grid, win)));
    play('win');
  }

  /** cycle shows one win after the other until clear. */
  cycle({ grid, wins }) {
    this.start(
      wins.map((win) => () => {
        this.reels.light(this.cells(grid, win));
        this.say(t('ways.win', { ways: win.ways, amount: money(win.win) }));
      }),
    );
  }

  clear() {
    this.stop();
    this.reels.clear();
  }
}
