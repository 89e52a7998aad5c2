// The slip as a bottom sheet, where there is no room beside the matches.
import { t } from '../frame/boot.js';
import { el, icon } from '../frame/dom.js';
import { price } from '../frame/numbers.js';

/** Sheet opens and closes the slip; node is the button that opens it, shade covers the page. */
export class Sheet {
  constructor(slip) {
    this.slip = slip;
    this.count = el('span.count');
    this.label = el('span');
    this.node = el(
      'button.primary.opener',
      { 'aria-expanded': 'false', onclick: () => this.setOpen(true) },
      icon('ticket'),
      this.count,
      this.label,
    );
    this.shade = el('div.shade', { hidden: true, onclick: () => this.setOpen(false) });
  }

  get open() {
    return this.slip.node.classList.contains('open');
  }

  setOpen(open) {
    const { node, closer } = this.slip;
    node.classList.toggle('open', open);
    this.shade.hidden = !open;
    this.node.ariaExpanded = String(open);
    (open ? closer : this.node).focus();
    if (open) this.slip.refresh().catch(() => {});
  }

  /** show updates the button to what is on the slip. */
  show() {
    const { size, sums } = this.slip.picks;
    this.count.textContent = size || '';
    this.label.textContent = sums.odds && size > 1 ? price(sums.odds) : t('slip');
    this.node.classList.toggle('filled', size > 0);
  }
}
