// The board of all numbers and the prizes that can be won at the moment.
import { t } from '../frame/boot.js';
import { openInDialog } from '../frame/dialog.js';
import { el, iconButton } from '../frame/dom.js';
import { paysOf, stretchOf, times } from './prizes.js';

/** Board shows which numbers have been called; in a dialog where the page has no room. */
export class Board {
  constructor({ balls }) {
    this.cells = Array.from({ length: balls }, (_, i) => el('span', { text: String(i + 1) }));
    this.node = el(
      'div',
      { class: 'board', dir: 'ltr', role: 'img', 'aria-label': t('board') },
      ...this.cells,
    );
    // Where the page has no room for the board, it stands behind this button.
    const open = () => openInDialog(this.node, t('board'));
    this.button = iconButton('board', t('board'), open, { class: 'tool to-board' });
  }

  /** show marks what has been called, the last one apart. */
  show(calls) {
    const called = new Set(calls);
    this.cells.forEach((cell, i) => {
      cell.classList.toggle('called', called.has(i + 1));
      cell.classList.toggle('last', calls.at(-1) === i + 1);
    });
    this.node.setAttribute('aria-label', `${t('board')}: ${calls.join(', ')}`);
  }
}

/** Prizes shows what the next call can still win. */
export class Prizes {
  constructor({ marks }) {
    this.marks = marks;
    this.key = -1;
    this.sums = [1, 2, 3].map(() => el('bdi', { class: 'times', dir: 'ltr' }));
    this.until = el('p', { class: 'until' });
    this.node = el(
      'div',
      { class: 'prizes' },
      el(
        'dl',
        {},
        ...this.sums.map((sum, i) =>
          el('div', {}, el('dt', { text: t(`rows.${i + 1}`) }), el('dd', {}, sum)),
        ),
      ),
      this.until,
    );
  }

  show(calls) {
    const next = Math.min(calls + 1, this.marks.at(-1));
    const stretch = stretchOf(next);
    if (stretch === this.key) return;
    const fell = this.key >= 0 && stretch > this.key;
    this.key = stretch;
    this.sums.forEach((sum, i) => (sum.textContent = times(paysOf(i + 1, next))));
    this.until.textContent = t('until', { n: this.marks[stretch] });
    this.node.classList.toggle('fell', fell);
  }
}
