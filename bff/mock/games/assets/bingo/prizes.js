// What a card is paid, as the casino counts it.
import { boot } from '../frame/boot.js';
import { figures } from '../frame/numbers.js';

const { marks, table } = boot.game;
const plain = figures({ maximumFractionDigits: 2 });

/** times writes hundredths of a card's price. */
export const times = (hundredths) => `${plain.format(hundredths / 100)}×`;

/** stretchOf gives the stretch that a call is in. */
export const stretchOf = (call) =>
  Math.max(
    marks.findIndex((mark) => call <= mark),
    0,
  );

/** paysOf gives what having rows full (from 1) at a call is paid, in hundredths. */
export const paysOf = (rows, call) => table[rows - 1][stretchOf(call)];

/** numbersOf gives a card's rows without their empty fields. */
const numbersOf = (rows) => rows.map((row) => row.filter((n) => n > 0));

/** prizeOf lists what a card has won by the calls: rows, the call, and the amount. */
export function prizeOf(card, calls) {
  return numbersOf(card.rows)
    .map((row) => {
      const at = row.map((n) => calls.indexOf(n));
      return at.includes(-1) ? 0 : Math.max(...at) + 1;
    })
    .filter((call) => call > 0)
    .sort((a, b) => a - b)
    .map((call, i) => ({
      rows: i + 1,
      call,
      amount: Math.round(card.price * paysOf(i + 1, call)) / 100,
    }));
}

/** nearness tells how many rows of a card are full and how many numbers the next one lacks. */
export function nearness(rows, called) {
  const lacking = numbersOf(rows).map((row) => row.filter((n) => !called.has(n)));
  const open = lacking.filter((l) => l.length > 0).sort((a, b) => a.length - b.length);
  return { full: 3 - open.length, lacks: open[0] ?? [] };
}
