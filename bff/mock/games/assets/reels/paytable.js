// What every slot's paytable has: the symbols' pays, the last rounds, the return.
import { boot, rate, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';
import { history } from './history.js';
import { names, picture } from './symbols.js';

// Two words that slots use in every language; the ribbons on the symbols say them too.
const called = { wild: 'Wild', scatter: 'Scatter' };

function card(name, rows, told) {
  return el(
    'li',
    { class: told ? 'special' : '' },
    picture(name),
    el('span', {
      class: 'sr-only',
      text: called[name] ?? t('symbol', { n: names.indexOf(name) - 1 }),
    }),
    el(
      'div',
      {},
      rows.length === 0
        ? ''
        : el(
            'dl',
            {},
            ...rows.map(([of, pay]) =>
              el('div', {}, el('dt', { dir: 'ltr', text: of }), el('dd', { text: pay })),
            ),
          ),
      told ? el('p', { text: told }) : '',
    ),
  );
}

/**
 * openPaytable opens the paytable. pays(name) gives a symbol's rows as [how many, amount],
 * told what is said of some symbols besides; the other nodes follow the symbols.
 */
export function openPaytable({ shown = names, pays, told = {}, nodes }) {
  const { rtp, maxTimes } = boot.game;
  const content = el(
    'div',
    { class: 'paytable' },
    el('ul', { class: 'cards' }, ...shown.map((name) => card(name, pays(name), told[name]))),
    ...nodes,
    el('p', {
      class: 'note',
      text: `${t('table.rtp')}: ${rate(rtp)} · ${t('table.max', { times: maxTimes.toLocaleString(boot.lang === 'ar' ? 'en' : boot.lang) })} ${t('table.keys')}`,
    }),
    ...history(),
  );
  return openDialog({ title: t('paytable'), content, wide: true });
}
