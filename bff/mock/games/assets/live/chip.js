// Chips: what they look like, and how much is written on them.
import { boot } from '../frame/boot.js';
import { el } from '../frame/dom.js';

const locale = boot.lang === 'ar' ? 'en' : boot.lang;
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });

/** brief writes an amount so short that it fits on a chip: 2.5K. */
export const brief = (amount) => (amount < 10_000 ? String(amount) : short.format(amount));

/** tier is the colour of an amount: the index of the highest chip in it. */
export const tier = (amount) =>
  Math.max(
    0,
    boot.game.chips.findLastIndex((chip) => chip <= amount),
  );

/** chip draws an amount as a chip; kind is pending, standing or won. */
export const chip = (amount, kind = '') =>
  el(
    'span',
    { class: `chip ${kind}`, 'data-tier': String(tier(amount)), 'aria-hidden': 'true' },
    el('span', { class: 'chip-face', dir: 'ltr', text: brief(amount) }),
  );
