// What cards win, as the casino computes it, and the prizes of the next call.
import { boot, t } from '../frame/boot.js';
import { el, mark } from '../frame/dom.js';
import { figures } from '../frame/numbers.js';

const { marks, table } = boot.game;
const plain = figures({ maximumFractionDigits: 2 });
const rows = [1, 2, 3];

/** times formats a prize given in hundredths of a card's price. */
export const times = (prize) => `${plain.format(prize / 100)}×`;

/** stretchOf gives the stretch of calls, up to a mark, that a call is in. */
const stretchOf = (call) =>
  Math.max(
    marks.findIndex((mark) => call <= mark),
    0,
  );

/** prizeFor gives the prize for full rows at a call, in hundredths of the price. */
const prizeFor = (full, call) => table[full - 1][stretchOf(call)];

const numbersOf = (card) => card.map((row) => row.filter((n) => n > 0));

/** prizesOf lists what a card has won: the number of full rows, the call, and the amount. */
export function prizesOf(card, calls) {
  return numbersOf(card.rows)
    .map((row) => row.map((n) => calls.indexOf(n)))
    .filter((places) => !places.includes(-1))
    .map((places) => Math.max(...places) + 1)
    .sort((a, b) => a - b)
    .map((call, i) => ({
      rows: i + 1,
      call,
      amount: Math.round(card.price * prizeFor(i + 1, call)) / 100,
    }));
}

/** nearness gives the number of a card's full rows, and what the nearest open row is missing. */
export function nearness(card, called) {
  const missing = numbersOf(card).map((row) => row.filter((n) => !called.has(n)));
  const open = missing.filter((row) => row.length > 0).sort((a, b) => a.length - b.length);
  return { full: 3 - open.length, missing: open[0] ?? [] };
}

/** Prizes shows what the next call can win. */
export class Prizes {
  constructor() {
    this.sums = rows.map(() => el('bdi', { dir: 'ltr' }));
    this.until = el('p.until');
    const list = rows.map((n, i) =>
      el('div', el('dt.ellipsis', t(`rows.${n}`)), el('dd', this.sums[i])),
    );
    this.node = el('div.prizes.row', el('dl', list), this.until);
  }

  show(calls) {
    const next = Math.min(calls + 1, marks.at(-1));
    const stretch = stretchOf(next);
    if (stretch === this.stretch) return;
    mark(this.node, { fell: stretch > this.stretch });
    this.stretch = stretch;
    this.sums.forEach((sum, i) => (sum.textContent = times(prizeFor(i + 1, next))));
    this.until.textContent = t('until', { n: marks[stretch] });
  }
}
