// What layouts share: the directions of arrow keys, and the table of the odds.
import { t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { table } from '../frame/tables.js';

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** arrow gives the direction of an arrow key, and keeps the key from the page. */
export function arrow(event) {
  const direction = arrows[event.key];
  if (!direction) return null;
  event.preventDefault();
  event.stopPropagation();
  return direction;
}

/** oddsTable is the part of the rules with the odds and returns of bets. */
export const oddsTable = (rows) =>
  table(
    [t('rules.bet'), t('rules.pays'), t('rules.return')],
    rows.map((cells) =>
      el(
        'tr',
        cells.map((text) => el('td', el('bdi', text))),
      ),
    ),
  );
