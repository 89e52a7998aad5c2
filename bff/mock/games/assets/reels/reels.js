// The reels: how they turn, stop one after another, and show what was drawn.
import { t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { reducedMotion, wait } from '../frame/motion.js';
import { play } from '../frame/sound.js';
import { names, picture } from './symbols.js';

const LOOP = 14; // symbols between two equal windows of a turning reel
// What flies by is mostly the paying symbols, as on the casino's strips.
const common = names.slice(2);
const pool = [...names, ...common, ...common];
const random = () => pool[Math.floor(Math.random() * pool.length)];
const some = (n) => Array.from({ length: n }, random);

/** Reel is one column of symbols; how many it shows may change from spin to spin. */
class Reel {
  constructor() {
    this.strip = el('div', { class: 'strip' });
    this.node = el('div', { class: 'reel' }, this.strip);
  }

  /** fill lays symbols on the strip, the first on top; rows of them are seen at once. */
  fill(symbols, rows) {
    this.strip.style.height = `${(symbols.length / rows) * 100}%`;
    this.strip.replaceChildren(
      ...symbols.map((name) => el('div', { class: 'cell', 'data-symbol': name }, picture(name))),
    );
  }

  show(symbols) {
    this.motion?.cancel();
    this.motion = null;
    this.shown = symbols;
    this.fill(symbols, symbols.length);
    this.node.classList.remove('turning', 'waiting');
  }

  /** roll turns without end; the strip's two ends are equal, so the loop has no seam. */
  roll() {
    const rows = this.shown.length;
    this.fill([...this.shown, ...some(LOOP), ...this.shown], rows);
    const loop = LOOP + rows;
    this.node.classList.add('turning');
    this.motion = this.strip.animate(
      [
        { transform: `translateY(${(-loop / (loop + rows)) * 100}%)` },
        { transform: 'translateY(0)' },
      ],
      { duration: loop * 34, iterations: Infinity },
    );
  }

  /** land brings the drawn symbols to rest, with one symbol's worth of swing. */
  async land(symbols, length, ms) {
    this.motion?.cancel();
    const rows = symbols.length;
    this.fill([random(), ...symbols, ...some(length), ...some(rows)], rows);
    const all = length + rows * 2 + 1;
    const at = (cells) => `translateY(${(-cells / all) * 100}%)`;
    this.motion = this.strip.animate(
      [
        { transform: at(length + rows + 1), easing: 'cubic-bezier(.25,.6,.45,1)' },
        { transform: at(0.86), offset: 0.8, easing: 'ease-in-out' },
        { transform: at(1) },
      ],
      { duration: ms, fill: 'forwards' },
    );
    // The clock, not the animation, says when: a hidden tab draws no frames.
    await wait(ms);
    this.show(symbols);
  }
}

/** Reels are all of them, with the words that tell a screen reader what they show. */
export class Reels {
  constructor(grid) {
    this.reels = grid.map(() => new Reel());
    // Reels run from left to right in every language.
    this.node = el(
      'div',
      { class: 'reels', dir: 'ltr', role: 'img', 'aria-label': t('reels') },
      ...this.reels.map((r) => r.node),
    );
    this.show(grid);
  }

  show(grid) {
    this.reels.forEach((reel, i) => reel.show(grid[i]));
  }

  /** back shows what stood there before a round that did not happen. */
  back() {
    this.reels.forEach((reel) => reel.show(reel.shown));
  }

  roll() {
    this.clear();
    if (reducedMotion()) return;
    play('roll');
    this.reels.forEach((reel) => reel.roll());
  }

  /** land stops the reels from left to right; two scatters make the rest take their time. */
  async land(grid, quick) {
    if (reducedMotion()) return this.show(grid);
    let scatters = 0;
    let extra = 0;
    let stopped = Promise.resolve();
    for (const [i, symbols] of grid.entries()) {
      const reel = this.reels[i];
      if (scatters >= 2 && !quick) {
        extra += 900;
        // Only once the reel before it stands: what is to come is not given away.
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
    return this.reels[reel].strip.children[row];
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
