// Chips: what they look like, and how much is written on them.
import { boot, decimal } from '../frame/boot.js';
import { el } from '../frame/dom.js';

const tenths = (amount) => decimal(Math.floor(amount * 10) / 10);

/** brief writes an amount so short that it fits on a chip: 12.5K, in every language. */
const brief = (amount) =>
  amount < 10_000
    ? decimal(amount)
    : amount < 1_000_000
      ? `${tenths(amount / 1000)}K`
      : `${tenths(amount / 1_000_000)}M`;

/** tier is the colour of an amount: the index of the highest chip in it. */
const tier = (amount) =>
  Math.max(
    0,
    boot.game.chips.findLastIndex((chip) => chip <= amount),
  );

/** chip draws an amount as a chip; kind is pending, standing or won. */
export const chip = (amount, kind = '') =>
  el(
    'span',
    {
      class: `chip ${kind}`,
      'data-tier': String(tier(amount)),
      'aria-hidden': 'true',
    },
    el('span', { class: 'chip-face', dir: 'ltr', text: brief(amount) }),
  );
