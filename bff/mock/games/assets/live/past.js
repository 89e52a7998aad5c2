// The row of the last outcomes; a press opens all that the table remembers.
import { t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';

/** Past shows outcomes in brief. disc(brief) draws one; trends(list) gives [class, text] pairs. */
export class Past {
  constructor({ disc, trends, shown = 20 }) {
    Object.assign(this, { disc, trends, shown });
    this.list = [];
    this.row = el('span', { class: 'past', dir: 'ltr' });
    this.trend = el('span', { class: 'trend' });
    this.node = el(
      'button',
      { type: 'button', class: 'numbers', 'aria-haspopup': 'dialog', onclick: () => this.open() },
      el('span', { class: 'sr-only', text: t('past') }),
      this.row,
      this.trend,
    );
  }

  trendNodes() {
    return this.trends(this.list).map(([name, text]) => el('span', { class: name, text }));
  }

  /** show takes the list, the newest first. */
  show(list) {
    this.list = list;
    this.row.replaceChildren(...list.slice(0, this.shown).map(this.disc));
    this.trend.replaceChildren(...this.trendNodes());
  }

  open() {
    const content = el(
      'div',
      { class: 'memory' },
      el('p', { class: 'trend' }, ...this.trendNodes()),
      el('p', { class: 'past', dir: 'ltr' }, ...this.list.map(this.disc)),
    );
    openDialog({ title: t('past'), content, wide: true });
  }
}
