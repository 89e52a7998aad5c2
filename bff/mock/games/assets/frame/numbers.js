// Number formats of prices, multipliers and probabilities.
import { locale } from './boot.js';

/** figures gives a function that formats numbers. */
export const figures = (options) => new Intl.NumberFormat(locale, options);

const twoDigits = figures({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = figures({ style: 'percent', maximumSignificantDigits: 3 });

/** price formats a number with two digits. */
export const price = twoDigits.format;

/** hundredths formats a price or multiplier that is given in hundredths. */
export const hundredths = (n) => price(n / 100);

/** times formats hundredths as a multiplier. */
export const times = (n) => `${hundredths(n)}×`;

/** chance formats a probability from 0 to 1. */
export const chance = percent.format;
