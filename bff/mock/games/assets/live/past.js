// The last outcomes; a press opens all that the table remembers.
import { t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el, fill } from '../frame/dom.js';

/** Past shows outcomes. disc(brief) draws one; trends(list) gives pairs of a class and a text. */
export class Past {
  constructor({ disc, trends }) {
    Object.assign(this, { disc, trends });
    this.row = el('span.past', { dir: 'ltr' });
    this.trend = el('span.trend');
    const props = { 'aria-haspopup': 'dialog', onclick: () => this.open() };
    const label = el('span.sr-only', t('past'));
    this.node = el('button.numbers', props, label, this.row, this.trend);
  }

  trendNodes() {
    return this.trends(this.list).map(([name, text]) => el('span', { class: name, text }));
  }

  /** show takes the list, the newest first. */
  show(list) {
    this.list = list;
    fill(this.row, list.slice(0, 20).map(this.disc));
    fill(this.trend, this.trendNodes());
  }

  open() {
    const all = el('p.past', { dir: 'ltr' }, this.list.map(this.disc));
    const content = el('div.memory', el('p.trend', this.trendNodes()), all);
    openDialog({ title: t('past'), content, wide: true });
  }
}
