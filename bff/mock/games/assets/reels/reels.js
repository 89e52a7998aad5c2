// The reels, which turn, stop one after another, and show the drawn symbols.
import { t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { reducedMotion, wait } from '../frame/motion.js';
import { play } from '../frame/sound.js';
import { names, picture } from './symbols.js';

const LOOP = 14; // symbols between two equal windows of a turning reel
// Turning reels show mostly paying symbols, as the casino's strips have.
const common = names.slice(2);
const pool = [...names, ...common, ...common];
const random = () => pool[Math.floor(Math.random() * pool.length)];
const some = (n) => Array.from({ length: n }, random);

/** Reel is one column of symbols; how many it shows may change from spin to spin. */
class Reel {
  constructor() {
    this.symbols = el('div.symbols');
    this.node = el('div.reel', this.symbols);
  }

  /** fill puts symbols on the strip from the top; rows of them are visible. */
  fill(symbols, rows) {
    this.symbols.style.height = `${(symbols.length / rows) * 100}%`;
    this.symbols.replaceChildren(
      ...symbols.map((name) => el('div.cell', { 'data-symbol': name }, picture(name))),
    );
  }

  show(symbols) {
    this.motion?.cancel();
    this.motion = null;
    this.shown = symbols;
    this.fill(symbols, symbols.length);
    this.node.classList.remove('turning', 'waiting');
  }

  /** roll turns endlessly; the strip's two ends are equal, so that the loop has no seam. */
  roll() {
    const rows = this.shown.length;
    this.fill([...this.shown, ...some(LOOP), ...this.shown], rows);
    const loop = LOOP + rows;
    this.node.classList.add('turning');
    this.motion = this.symbols.animate(
      [
        { transform: `translateY(${(-loop / (loop + rows)) * 100}%)` },
        { transform: 'translateY(0)' },
      ],
      { duration: loop * 34, iterations: Infinity },
    );
  }

  /** land stops the reel at the drawn symbols and swings by one symbol. */
  async land(symbols, length, ms) {
    this.motion?.cancel();
    const rows = symbols.length;
    this.fill([random(), ...symbols, ...some(length), ...some(rows)], rows);
    const all = length + rows * 2 + 1;
    const at = (cells) => `translateY(${(-cells / all) * 100}%)`;
    this.motion = this.symbols.animate(
      [
        { transform: at(length + rows + 1), easing: 'cubic-bezier(.25,.6,.45,1)' },
        { transform: at(0.86), offset: 0.8, easing: 'ease-in-out' },
        { transform: at(1) },
      ],
      { duration: ms, fill: 'forwards' },
    );
    // A timer, not the animation, decides: a hidden tab draws no frames.
    await wait(ms);
    this.show(symbols);
  }
}

/** Reels are all reels of a game. */
export class Reels {
  constructor(grid) {
    this.reels = grid.map(() => new Reel());
    // Reels run from left to right in every language.
    this.node = el(
      'div.reels',
      { dir: 'ltr', role: 'img', 'aria-label': t('reels') },
      this.reels.map((r) => r.node),
    );
    this.show(grid);
  }

  show(grid) {
    this.reels.forEach((reel, i) => reel.show(grid[i]));
  }

  /** back restores the symbols from before a round that failed. */
  back() {
    this.reels.forEach((reel) => reel.show(reel.shown));
  }

  roll() {
    this.clear();
    if (reducedMotion()) return;
    play('roll');
    this.reels.forEach((reel) => reel.roll());
  }

  /** land stops the reels from left to right; after two scatters the rest take longer. */
  async land(grid, quick) {
    if (reducedMotion()) return this.show(grid);
    let scatters = 0;
    let extra = 0;
    let stopped = Promise.resolve();
    for (const [i, symbols] of grid.entries()) {
      const reel = this.reels[i];
      if (scatters >= 2 && !quick) {
        extra += 900;
        // Only once the reel before it has stopped, so that nothing is revealed early.
        stopped.then(() => reel.node.classList.add('waiting'));
      }
      if (symbols.includes('scatter')) scatters++;
      const ms = quick ? 260 + i * 70 : 620 + i * 230 + extra;
      stopped = reel
        .land(symbols, Math.round(ms / 42), ms)
        .then(() => play(symbols.includes('scatter') ? 'scatter' : 'stop'));
    }
    await stopped;
  }

  cell(reel, row) {
    return this.reels[reel].symbols.children[row];
  }

  /** light marks cells, given as [reel, row], and dims the others. */
  light(cells) {
    this.clear();
    this.node.classList.add('lit');
    for (const [reel, row] of cells) this.cell(reel, row).classList.add('won');
  }

  clear() {
    this.node.classList.remove('lit');
    for (const cell of this.node.querySelectorAll('.won')) cell.classList.remove('won');
  }
}
