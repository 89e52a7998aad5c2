// How plain numbers are written: prices, multipliers, chances.
import { boot } from './boot.js';

/** figures gives a formatter of numbers, in western figures in Arabic too. */
export const figures = (options) =>
  new Intl.NumberFormat(boot.lang === 'ar' ? 'en' : boot.lang, options);

const twoDigits = figures({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = figures({ style: 'percent', maximumSignificantDigits: 3 });

/** hundredths writes a price or a multiplier given in hundredths. */
export const hundredths = (n) => twoDigits.format(n / 100);

/** times writes hundredths as a multiplier. */
export const times = (n) => `${hundredths(n)}×`;

/** chance writes how likely something is, 0 to 1. */
export const chance = (share) => percent.format(share);
