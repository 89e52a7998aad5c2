// The lines drawn over the reels, and the round of them that follows a win.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { play } from '../frame/sound.js';
import { Cycle } from '../reels/cycle.js';

const hues = [42, 190, 330, 120, 265, 15, 210, 90, 300, 160];
const colour = (line) => `hsl(${hues[line % hues.length]} 95% 62%)`;

/** WinLines draws the wins of a spin on its own layer above the reels. */
export class WinLines extends Cycle {
  constructor(reels, paths, say) {
    super();
    Object.assign(this, { reels, paths, say });
    this.node = el('svg', {
      viewBox: '0 0 500 300',
      class: 'lines',
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    });
  }

  draw(line) {
    const points = this.paths[line - 1].map((row, reel) => `${reel * 100 + 50},${row * 100 + 50}`);
    const all = `0,${this.paths[line - 1][0] * 100 + 50} ${points.join(' ')} 500,${this.paths[line - 1][4] * 100 + 50}`;
    return [
      el('polyline', { points: all, class: 'line-edge' }),
      el('polyline', { points: all, class: 'line', stroke: colour(line) }),
    ];
  }

  /** cells are the places that a line's win stands on. */
  cells({ line, count }) {
    return this.paths[line - 1].slice(0, count).map((row, reel) => [reel, row]);
  }

  scatters(grid) {
    return grid.flatMap((symbols, reel) =>
      symbols.flatMap((s, row) => (s === 'scatter' ? [[reel, row]] : [])),
    );
  }

  /** all shows every win of a spin at once. */
  all(spin) {
    const cells = spin.lines.flatMap((win) => this.cells(win));
    if (spin.scatter.win > 0) cells.push(...this.scatters(spin.grid));
    this.reels.light(cells);
    this.node.replaceChildren(...spin.lines.flatMap(({ line }) => this.draw(line)));
    play('win');
  }

  /** cycle shows one win after the other until clear. */
  cycle(spin) {
    const turns = spin.lines.map((win) => () => {
      this.node.replaceChildren(...this.draw(win.line));
      this.reels.light(this.cells(win));
      this.say(t('line.win', { line: win.line, amount: money(win.win) }));
    });
    if (spin.scatter.win > 0) {
      turns.push(() => {
        this.node.replaceChildren();
        this.reels.light(this.scatters(spin.grid));
        this.say(t('scatter.win', { amount: money(spin.scatter.win) }));
      });
    }
    this.start(turns);
  }

  clear() {
    this.stop();
    this.node.replaceChildren();
    this.reels.clear();
  }
}
