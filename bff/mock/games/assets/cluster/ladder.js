// The multipliers of the cascades, and which of them counts now.
import { el } from '../frame/dom.js';

/** Ladder shows the multipliers in a row. */
export class Ladder {
  constructor(multipliers) {
    this.rungs = multipliers.map((n) => el('li', { text: `×${n}` }));
    // Smaller screens leave those out that are not near.
    this.node = el('ol', { class: 'ladder', dir: 'ltr', 'aria-hidden': 'true' }, ...this.rungs);
  }

  /** climb marks the multiplier of the nth cascade from 0, and none for -1. */
  climb(n) {
    this.rungs.forEach((rung, i) => {
      rung.classList.toggle('now', i === n);
      rung.classList.toggle('past', i < n);
    });
  }
}
