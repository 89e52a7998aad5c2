// The slip as a sheet over the page, where there is no room beside the matches.
import { t } from '../frame/boot.js';
import { el, icon } from '../frame/dom.js';
import { price } from '../frame/numbers.js';

/** Sheet opens and closes the slip; node is the button that does so, shade what it covers. */
export class Sheet {
  constructor(slip) {
    this.slip = slip;
    this.count = el('span', { class: 'count' });
    this.words = el('span', { class: 'together' });
    this.node = el(
      'button',
      {
        type: 'button',
        class: 'primary opener',
        'aria-expanded': 'false',
        onclick: () => this.turn(true),
      },
      icon('ticket'),
      this.count,
      this.words,
    );
    this.shade = el('div', { class: 'shade', hidden: true, onclick: () => this.turn(false) });
  }

  get open() {
    return this.slip.node.classList.contains('open');
  }

  turn(open) {
    const { slip } = this;
    slip.node.classList.toggle('open', open);
    this.shade.hidden = !open;
    this.node.setAttribute('aria-expanded', String(open));
    if (open) {
      slip.node.querySelector('.closer').focus();
      slip.refresh().catch(() => {});
    } else this.node.focus();
  }

  /** show writes what is on the slip. */
  show() {
    const { size } = this.slip.tips;
    const { odds } = this.slip.picks.sums;
    this.count.textContent = size || '';
    this.words.textContent = odds && size > 1 ? price(odds) : t('slip');
    this.node.classList.toggle('filled', size > 0);
  }
}
