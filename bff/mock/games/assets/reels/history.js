// The rounds played since the page was opened, the last one first.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { row, table } from '../frame/tables.js';

const KEPT = 12;
const rounds = [];

/** recent is a row of the last wins for a page that has room; the paytable has them too. */
export const recent = el('div', { class: 'recent', 'aria-hidden': 'true' });

/** remember notes a round: its stake and its win. */
export function remember(round) {
  rounds.unshift(round);
  rounds.length = Math.min(rounds.length, KEPT);
  recent.replaceChildren(
    ...rounds
      .slice(0, 8)
      .map(({ stake, win }) =>
        el('bdi', { class: win > stake ? 'gain' : '', text: win > 0 ? money(win) : '–' }),
      ),
  );
}

/** history shows the last rounds under a heading. */
export function history() {
  const rows = rounds.map(({ stake, win }) =>
    row([money(stake), money(win)], { class: win > stake ? 'gain' : '' }),
  );
  return [
    el('h3', { text: t('history') }),
    rows.length === 0
      ? el('p', { class: 'note', text: t('history.empty') })
      : table([t('stake'), t('win')], rows, { class: 'history' }),
  ];
}
