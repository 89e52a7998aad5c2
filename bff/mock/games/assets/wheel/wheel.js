// The game show: bets on the number at which a big wheel stops.
import { boot, rate, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { Floor, oddsTable } from '../live/floor.js';
import { runTable } from '../live/live.js';
import { Past } from '../live/past.js';
import { MoneyWheel, toneOf } from './moneywheel.js';

const numbers = [...new Set(boot.game.layout.segments)].sort((a, b) => a - b);

function disc(n) {
  const node = el('span', { text: n });
  node.style.background = toneOf(Number(n));
  return node;
}

function trends(list) {
  return numbers.slice(-3).map((n) => {
    const ago = list.indexOf(String(n));
    return ['seldom', ago < 0 ? `${n}: –` : t('ago', { n, rounds: ago + 1 })];
  });
}

function rules() {
  const rows = numbers.map((n) => [String(n), `${n}:1`, rate(boot.game.returns[`n${n}`])]);
  return [el('p', { text: t('rules.wheel') }), oddsTable(rows)];
}

const floor = (table) => {
  const cloth = new Floor(table, {
    name: 'show',
    pays: ({ number }, name) => name === `n${number}`,
    spots: numbers.map((n) => ({ name: `n${n}`, label: String(n), odds: `${n}:1` })),
  });
  for (const n of numbers) cloth.spots.get(`n${n}`).node.style.setProperty('--paint', toneOf(n));
  return cloth;
};

runTable((table) => ({
  split: true,
  cloth: floor(table),
  scene: new MoneyWheel(),
  past: new Past({ disc, trends }),
  called: ({ number, boosted, factor }) =>
    boosted === number ? `${number} ×${factor}` : String(number),
  brief: ({ number }) => [String(number)],
  rules,
}));
