// The paytable: what each symbol pays at the present stake, the lines, and the rules.
import { money, rate, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';
import { picture } from './reels.js';
import { names } from './symbols.js';

const LINES = 20;

function pays(pay, stake) {
  const rows = [5, 4, 3].map((n) =>
    el(
      'div',
      {},
      el('dt', { text: String(n) }),
      el('dd', { text: money((pay[n - 3] * stake) / LINES) }),
    ),
  );
  return el('dl', {}, ...rows);
}

function diagram(path, number) {
  const dots = path.flatMap((row, reel) =>
    [0, 1, 2].map((r) =>
      el('rect', {
        x: reel * 8 + 1,
        y: r * 8 + 1,
        width: 6,
        height: 6,
        rx: 1.5,
        class: r === row ? 'on' : 'off',
      }),
    ),
  );
  return el(
    'figure',
    {},
    el('svg', { viewBox: '0 0 40 24', 'aria-hidden': 'true' }, ...dots),
    el('figcaption', { text: String(number) }),
  );
}

// Two words that slots use in every language; the ribbons on the symbols say them too.
const called = { wild: 'Wild', scatter: 'Scatter' };

/** showPaytable opens the paytable for a stake. */
export function showPaytable(game, stake) {
  const [a, b, c] = game.freeSpins;
  const told = {
    wild: t('table.wild'),
    scatter: `${t('table.scatter', { a, b, c })} ${game.multiplier > 1 ? t('free.multiplier', { n: game.multiplier }) : ''}`,
  };
  const cards = names.map((name) =>
    el(
      'li',
      { class: told[name] ? 'special' : '' },
      picture(name),
      el('span', {
        class: 'sr-only',
        text: called[name] ?? t('symbol', { n: names.indexOf(name) - 1 }),
      }),
      el('div', {}, pays(game.table[name], stake), told[name] ? el('p', { text: told[name] }) : ''),
    ),
  );
  const content = el(
    'div',
    { class: 'paytable' },
    el('ul', { class: 'cards' }, ...cards),
    el('p', { class: 'note', text: t('table.note', { amount: money(stake) }) }),
    el('h3', { text: t('table.lines') }),
    el(
      'div',
      { class: 'diagrams', dir: 'ltr' },
      ...game.paths.map((path, i) => diagram(path, i + 1)),
    ),
    el('p', { class: 'note', text: `${t('table.rtp')}: ${rate(game.rtp)} · ${t('table.keys')}` }),
  );
  return openDialog({ title: t('paytable'), content, wide: true });
}
