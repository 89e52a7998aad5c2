// The paytable of a slot: the symbols' pays, the return, the last rounds.
import { boot, money, rate, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';
import { figures } from '../frame/numbers.js';
import { history } from './history.js';
import { names, picture } from './symbols.js';

// The two names are the same in every language; the symbols' ribbons have them too.
const labels = { wild: 'Wild', scatter: 'Scatter' };

const card = (name, rows, text) =>
  el(
    'li',
    { class: text && 'special' },
    picture(name),
    el('span.sr-only', labels[name] ?? t('symbol', { n: names.indexOf(name) - 1 })),
    el(
      'div',
      rows.length > 0 &&
        el(
          'dl',
          rows.map(([count, pay]) => el('div', el('dt', { dir: 'ltr' }, count), el('dd', pay))),
        ),
      text && el('p', text),
    ),
  );

/** note makes a paragraph below the symbols. */
export const note = (...text) => el('p.note', text);

/**
 * openPaytable opens the paytable for a stake. pays(name) gives a symbol's rows as [count, coins],
 * coins are those of a stake, texts has what else is said of symbols; nodes follow the symbols.
 */
export function openPaytable(stake, { pays, coins, texts = {}, nodes }) {
  const { rtp, maxTimes } = boot.game;
  const symbolCard = (name) => {
    const rows = pays(name).map(([count, pay]) => [count, money((pay * stake) / coins)]);
    return (rows.length > 0 || texts[name]) && card(name, rows, texts[name]);
  };
  const most = t('table.max', { times: figures().format(maxTimes) });
  const content = el(
    'div.paytable',
    el('ul.cards', names.map(symbolCard)),
    nodes,
    note(`${t('table.rtp')}: ${rate(rtp)} · ${most} ${t('table.keys')}`),
    history(),
  );
  return openDialog({ title: t('paytable'), content, wide: true });
}
