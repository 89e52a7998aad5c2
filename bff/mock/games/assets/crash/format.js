// How multipliers are computed and written.
import { boot } from '../frame/boot.js';
import { figures } from '../frame/numbers.js';

const { growth, cap } = boot.game;
const typed = figures({
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: false, // readTimes takes the point and the comma for decimal signs
});

/** multiplierAt gives the hundredths shown after milliseconds in the air, as the casino does. */
export const multiplierAt = (ms) =>
  Math.min(Math.max(Math.floor(Math.exp((growth * ms) / 1000) * 100 + 1e-7), 100), cap);

/** timeOf gives the milliseconds in the air after which hundredths are shown. */
export const timeOf = (hundredths) => (Math.log(hundredths / 100) / growth) * 1000;

/** readTimes reads a multiplier that was typed, as hundredths within the bounds; 0 for none. */
export function readTimes(text) {
  const value = Number.parseFloat(text.replace(',', '.'));
  return Number.isFinite(value) ? Math.min(Math.max(Math.round(value * 100), 101), cap) : 0;
}

/** plain writes hundredths for a field. */
export const plain = (hundredths) => typed.format(hundredths / 100);

/** grade tells how far a round flew, 0 to 3, for its colour. */
export const grade = (hundredths) => [200, 1000, 10000].filter((g) => hundredths >= g).length;
