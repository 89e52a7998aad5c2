// The wins of a spin: shown all at once, then one after another.
import { play } from '../frame/sound.js';

/**
 * Wins lights wins on the reels. list(spin) gives a spin's wins as {cells: [[reel, row]], text},
 * draw is called with those that are shown.
 */
export class Wins {
  constructor(reels, say, list, draw = () => {}) {
    Object.assign(this, { reels, say, list, draw });
  }

  /** all shows every win of a spin. */
  all(spin) {
    const wins = this.list(spin);
    this.reels.light(wins.flatMap(({ cells }) => cells));
    this.draw(wins);
    play('win');
  }

  /** cycle shows one win after another until clear. */
  cycle(spin) {
    const wins = this.list(spin);
    let i = 0;
    const next = () => {
      const win = wins[i++ % wins.length];
      this.draw([win]);
      this.reels.light(win.cells);
      this.say(win.text);
    };
    clearInterval(this.timer);
    next();
    if (wins.length > 1) this.timer = setInterval(next, 1300);
  }

  clear() {
    clearInterval(this.timer);
    this.draw([]);
    this.reels.clear();
  }
}

/** cellsOf gives the cells of a grid whose symbol and place match. */
export const cellsOf = (grid, matches) =>
  grid.flatMap((symbols, reel) =>
    symbols.flatMap((symbol, row) => (matches(symbol, reel, row) ? [[reel, row]] : [])),
  );
