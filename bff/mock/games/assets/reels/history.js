// The rounds played since the page was opened, the newest first.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { row, table } from '../frame/tables.js';

const LIMIT = 12;
const rounds = [];
const gain = ({ win, stake }) => win > stake && 'gain';

/** recent shows the last wins in the title bar of wide pages; the paytable has them too. */
export const recent = el('div.recent', { 'aria-hidden': 'true' });

/** remember adds a round: its stake and its win. */
export function remember(round) {
  rounds.unshift(round);
  rounds.length = Math.min(rounds.length, LIMIT);
  const win = (it) => el('bdi', { class: gain(it) }, it.win > 0 ? money(it.win) : '–');
  recent.replaceChildren(...rounds.slice(0, 8).map(win));
}

/** history shows the last rounds under a heading. */
export function history() {
  const rows = rounds.map((it) => row([money(it.stake), money(it.win)], { class: gain(it) }));
  return [
    el('h3', t('history')),
    rows.length === 0
      ? el('p.note', t('history.empty'))
      : table([t('stake'), t('win')], rows, { class: 'history' }),
  ];
}
