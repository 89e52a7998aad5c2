// European roulette.
import { boot, rate, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { oddsTable } from '../live/floor.js';
import { LiveTable } from '../live/live.js';
import { colourOf } from './bets.js';
import { Board } from './board.js';
import { Wheel } from './wheel.js';

const odds = { straight: 35, split: 17, street: 11, corner: 8, line: 5, dozens: 2, even: 1 };

/** trends gives the numbers that the table has had most often and least often. */
function trends(list) {
  const count = (n) => list.filter((x) => Number(x) === n).length;
  const numbers = Array.from({ length: 37 }, (_, n) => n);
  const sorted = numbers.toSorted((a, b) => count(b) - count(a) || a - b);
  return [
    ['often', `${t('hot')} ${sorted.slice(0, 4).join(' · ')}`],
    ['seldom', `${t('cold')} ${sorted.slice(-4).join(' · ')}`],
  ];
}

function rules() {
  const rows = Object.entries(odds).map(([kind, pays]) => [
    t(`kind.${kind}`),
    `${pays}:1`,
    rate(boot.game.rtp),
  ]);
  return [el('p', t('rules.game')), oddsTable(rows), el('p', t('rules.edges'))];
}

new LiveTable((table) => ({
  cloth: new Board(table),
  scene: new Wheel(),
  disc: (n) => el(`span.${colourOf(Number(n))}`, n),
  trends,
  called: ({ number }) => `${number} ${t(`colour.${colourOf(number)}`)}`,
  brief: ({ number }) => [String(number)],
  rules,
  keys: t('rules.keys.cloth'),
}));
