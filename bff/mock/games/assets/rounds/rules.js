// The rules of a game of rounds, in a dialog.
import { rate, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';

/** openRules shows them: the points in order, what explains them, the return, the keys. */
export function openRules({ points, nodes = [], rtp, keys }) {
  const content = el(
    'div',
    { class: 'rules' },
    el('ol', {}, ...points.map((text) => el('li', { text }))),
    ...nodes,
    el('p', { class: 'small', text: `${t('table.rtp')}: ${rate(rtp)}` }),
    el('p', { class: 'small', text: keys }),
  );
  return openDialog({ title: t('paytable'), content, wide: true });
}
