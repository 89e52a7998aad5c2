// European roulette at a live table.
import { boot, rate, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { oddsTable } from '../live/floor.js';
import { runTable } from '../live/live.js';
import { Past } from '../live/past.js';
import { Board, colourOf } from './board.js';
import { Wheel } from './wheel.js';

const disc = (n) => el('span', { class: colourOf(Number(n)), text: n });

/** trends says which numbers the table has seen most often and least often. */
function trends(list) {
  const times = Array.from({ length: 37 }, (_, n) => [
    n,
    list.filter((x) => Number(x) === n).length,
  ]);
  times.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const figures = (some) => some.map(([n]) => n).join(' · ');
  return [
    ['often', `${t('hot')} ${figures(times.slice(0, 4))}`],
    ['seldom', `${t('cold')} ${figures(times.slice(-4))}`],
  ];
}

function rules() {
  const rows = [
    ['straight', 35],
    ['split', 17],
    ['street', 11],
    ['corner', 8],
    ['line', 5],
    ['dozens', 2],
    ['even', 1],
  ].map(([kind, pays]) => [t(`kind.${kind}`), `${pays}:1`, rate(boot.game.rtp)]);
  return [el('p', { text: t('rules.game') }), oddsTable(rows), el('p', { text: t('rules.edges') })];
}

runTable((table) => ({
  cloth: new Board(table),
  scene: new Wheel(),
  past: new Past({ disc, trends }),
  called: ({ number }) => `${number} ${t(`colour.${colourOf(number)}`)}`,
  brief: ({ number }) => [String(number)],
  rules,
  keysText: t('rules.keys.cloth'),
}));
