// The dialogs of games of rounds: the rules, and lists of rounds, bets and players.
import { money, rate, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';
import { row, table } from '../frame/tables.js';

const keysText = 'rules.keys'; // of the game

/** openRules shows the points in order, what explains them, the return and the keys. */
export const openRules = ({ points, nodes, rtp, keys = t(keysText) }) =>
  openDialog({
    title: t('paytable'),
    wide: true,
    content: el(
      'div.rules',
      el(
        'ol',
        points.map((text) => el('li', text)),
      ),
      nodes,
      el('p.small', `${t('table.rtp')}: ${rate(rtp)}`),
      el('p.small', keys),
    ),
  });

/** openLists shows lists, each with a heading, column names, rows, and the text for no rows. */
export const openLists = (title, lists) =>
  openDialog({
    title,
    wide: true,
    content: el(
      'div.lists',
      lists.map(({ heading, names, rows, none }) => [
        heading && el('h3', heading),
        rows.length || !none ? table(names, rows) : el('p', none),
      ]),
    ),
  });

/** moneyRow makes a row that ends with a stake and a win. */
export const moneyRow = (cells, { stake, win }) =>
  row([...cells, money(stake), money(win)], { class: win > 0 && 'won' });
