// The board of pieces, which fall in, light up and burst.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { reducedMotion, wait } from '../frame/motion.js';
import { play } from '../frame/sound.js';
import { picture } from '../reels/symbols.js';

const SIDE = 7;
// The grid before the first round, which pays nothing.
const first = Array.from({ length: SIDE }, (_, column) =>
  Array.from(
    { length: SIDE },
    (_, row) =>
      ['high1', 'low2', 'high3', 'low1', 'high2', 'low3', 'high4'][(column * 3 + row * 2) % SIDE],
  ),
);

const at = (row) => `translateY(${row * 100}%)`;

/** Piece is one symbol on the board. */
class Piece {
  constructor(name, column, row) {
    this.node = el('div.piece', { 'data-symbol': name }, picture(name));
    this.node.style.left = `${(column / SIDE) * 100}%`;
    this.row = row;
    this.node.style.transform = at(row);
  }

  /** fall moves the piece to a row within some time, after a delay. */
  fall(row, ms, delay) {
    const from = at(this.row);
    this.row = row;
    this.node.style.transform = at(row);
    this.node.animate(
      [
        { transform: from, easing: 'cubic-bezier(.5,0,.85,.6)' },
        { transform: at(row), offset: 0.8, easing: 'ease-out' },
        { transform: at(row - 0.06), offset: 0.9, easing: 'ease-in' },
        { transform: at(row) },
      ],
      { duration: ms, delay, fill: 'backwards' },
    );
  }

  burst(ms) {
    this.node.firstChild.animate(
      [
        { transform: 'scale(1)', opacity: 1 },
        { transform: 'scale(1.3)', opacity: 1, offset: 0.35 },
        { transform: 'scale(0)', opacity: 0 },
      ],
      { duration: ms, fill: 'forwards' },
    );
  }
}

/** Board shows a grid of seven columns, given as grid[column][row]. */
export class Board {
  constructor() {
    this.cells = el('div.pieces');
    this.amounts = el('div.amounts');
    // Columns run from left to right in every language.
    this.node = el(
      'div.board',
      { dir: 'ltr', role: 'img', 'aria-label': t('board') },
      this.cells,
      this.amounts,
    );
    this.set(first);
  }

  /** set shows a grid at once. */
  set(grid) {
    this.grid = grid;
    this.pieces = grid.map((symbols, column) =>
      symbols.map((name, row) => new Piece(name, column, row)),
    );
    this.cells.replaceChildren(...this.pieces.flat().map((piece) => piece.node));
    this.clear();
  }

  /** back restores the grid from before a round that failed. */
  back() {
    this.set(this.grid);
  }

  /** roll drops all pieces out of the board. */
  roll() {
    this.clear();
    if (reducedMotion()) return;
    play('roll');
    this.each((piece, column, row) => piece.fall(row + SIDE, 260, column * 22 + (SIDE - row) * 8));
    this.empty = wait(460);
  }

  /** land drops a new grid in once the old one is gone. */
  async land(grid, quick) {
    await this.empty;
    this.set(grid);
    if (reducedMotion()) return;
    const ms = quick ? 260 : 420;
    const gap = quick ? 14 : 34;
    this.each((piece, column, row) => {
      piece.row = row - SIDE;
      piece.fall(row, ms, column * gap + (SIDE - 1 - row) * gap * 0.6);
    });
    await this.rest(ms + gap * SIDE * 1.5);
    play('stop');
  }

  /** light marks winning clusters with what they pay, and dims the rest. */
  light(wins) {
    this.clear();
    this.node.classList.add('lit');
    for (const { cells, win } of wins) {
      for (const [column, row] of cells) this.pieces[column][row].node.classList.add('won');
      this.amounts.append(this.amount(cells, win));
    }
  }

  /** amount makes the label of a win over the middle of its cluster. */
  amount(cells, win) {
    const middle = (axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length + 0.5;
    const node = el('bdi.amount-tag', money(win));
    // The rim would cut an amount off.
    const x = Math.min(Math.max(middle(0) / SIDE, 0.16), 0.84);
    node.style.left = `${x * 100}%`;
    node.style.top = `${(middle(1) / SIDE) * 100}%`;
    return node;
  }

  /** cascade bursts the winning clusters and drops pieces until the next grid is complete. */
  async cascade(wins, next, quick) {
    const gone = new Set(wins.flatMap(({ cells }) => cells.map(([c, r]) => c * SIDE + r)));
    if (reducedMotion()) {
      this.set(next);
      return;
    }
    this.node.classList.remove('lit');
    this.amounts.replaceChildren();
    const pop = quick ? 140 : 260;
    this.each((piece, column, row) => {
      if (gone.has(column * SIDE + row)) piece.burst(pop);
    });
    await wait(pop);
    const ms = quick ? 240 : 380;
    const columns = this.pieces.map((pieces, column) => {
      const kept = pieces.filter((_, row) => !gone.has(column * SIDE + row));
      const fresh = next[column].slice(0, SIDE - kept.length).map((name, i, all) => {
        const piece = new Piece(name, column, i - all.length);
        this.cells.append(piece.node);
        return piece;
      });
      return [...fresh, ...kept];
    });
    this.each((piece, column, row) => {
      if (gone.has(column * SIDE + row)) piece.node.remove();
    });
    this.pieces = columns;
    this.grid = next;
    this.each((piece, column, row) => {
      if (piece.row !== row) piece.fall(row, ms, column * (quick ? 8 : 18));
    });
    await this.rest(ms + (quick ? 8 : 18) * SIDE);
    play('stop');
  }

  /** rest waits until all pieces have fallen, and ends animations after a skipped wait. */
  async rest(ms) {
    await wait(ms);
    this.each((piece) => piece.node.getAnimations().forEach((motion) => motion.cancel()));
    this.clear();
  }

  each(f) {
    this.pieces.forEach((pieces, column) => pieces.forEach((piece, row) => f(piece, column, row)));
  }

  clear() {
    this.node.classList.remove('lit');
    this.amounts.replaceChildren();
    this.each((piece) => piece.node.classList.remove('won'));
  }
}
