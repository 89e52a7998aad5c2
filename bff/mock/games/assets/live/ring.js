// The ring that runs out while bets are taken.
import { el } from '../frame/dom.js';

const ROUND = 2 * Math.PI * 20;

/** Ring shows how much of the betting time is left. */
export class Ring {
  constructor() {
    this.arc = el('circle', {
      cx: 24,
      cy: 24,
      r: 20,
      class: 'ring-arc',
      'stroke-dasharray': ROUND,
    });
    this.seconds = el('span', { class: 'ring-seconds' });
    this.node = el(
      'div',
      { class: 'ring', 'aria-hidden': 'true' },
      el(
        'svg',
        { viewBox: '0 0 48 48' },
        el('circle', { cx: 24, cy: 24, r: 20, class: 'ring-ground' }),
        this.arc,
      ),
      this.seconds,
    );
  }

  /** show draws what is left, both in milliseconds. */
  show(left, whole) {
    const share = Math.min(Math.max(left / whole, 0), 1);
    this.arc.setAttribute('stroke-dashoffset', String(ROUND * (1 - share)));
    this.seconds.textContent = left > 0 ? String(Math.ceil(left / 1000)) : '';
    this.node.classList.toggle('late', left > 0 && left <= 5000);
    this.node.classList.toggle('shut', left <= 0);
  }
}
