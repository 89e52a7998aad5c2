// How multipliers are computed and written. All are in hundredths.
import { boot } from '../frame/boot.js';
import { figures } from '../frame/numbers.js';

const { growth, cap } = boot.game;

/** multiplierAt gives the multiplier after milliseconds of flight, as the casino computes it. */
export const multiplierAt = (ms) =>
  Math.min(Math.max(Math.floor(Math.exp((growth * ms) / 1000) * 100 + 1e-7), 100), cap);

/** timeOf gives the milliseconds of flight after which a multiplier is reached. */
export const timeOf = (multiplier) => (Math.log(multiplier / 100) / growth) * 1000;

/** parseMultiplier reads what a player has typed, limited to the game's bounds; 0 for none. */
export function parseMultiplier(text) {
  const value = Number.parseFloat(text.replace(',', '.'));
  return Number.isFinite(value) ? Math.min(Math.max(Math.round(value * 100), 101), cap) : 0;
}

const typed = figures({
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: false, // parseMultiplier takes the point and the comma for decimal signs
});

/** inputText writes a multiplier for a field; 0 is empty. */
export const inputText = (multiplier) => (multiplier ? typed.format(multiplier / 100) : '');

/** grade gives the colour of a multiplier, 0 to 3. */
export const grade = (multiplier) => [200, 1000, 10000].filter((g) => multiplier >= g).length;
