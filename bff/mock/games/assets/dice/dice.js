// Sic Bo: bets on what three dice show.
import { boot, rate, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { Floor, oddsTable } from '../live/floor.js';
import { runTable } from '../live/live.js';
import { Past } from '../live/past.js';
import { die, Shaker } from './shaker.js';

const { totals, double, triple, anytriple } = boot.game.layout;
const eyes = [1, 2, 3, 4, 5, 6];
const sumOf = (dice) => dice.reduce((a, b) => a + b, 0);

function wins({ dice }, name) {
  const [, kind, figure] = name.match(/^([a-z]+)(\d*)$/);
  const n = Number(figure);
  const sum = sumOf(dice);
  const same = dice.every((d) => d === dice[0]);
  const count = dice.filter((d) => d === n).length;
  return {
    small: !same && sum <= 10,
    big: !same && sum >= 11,
    odd: !same && sum % 2 === 1,
    even: !same && sum % 2 === 0,
    anytriple: same,
    total: sum === n,
    single: count > 0,
    double: count >= 2,
    triple: count === 3,
  }[kind];
}

const row = (n, times) =>
  el('span', { class: 'spot-dice' }, ...Array.from({ length: times }, () => die(n)));

const fields = [
  { name: 'small', label: t('spot.small'), odds: '4–10 · 1:1', paint: 'blue' },
  { name: 'odd', label: t('spot.odd'), odds: '1:1' },
  { name: 'anytriple', label: t('spot.anytriple'), odds: `${anytriple}:1`, paint: 'green' },
  { name: 'even', label: t('spot.even'), odds: '1:1' },
  { name: 'big', label: t('spot.big'), odds: '11–17 · 1:1', paint: 'red' },
  ...Object.entries(totals).map(([sum, pays]) => ({
    name: `total${sum}`,
    label: sum,
    odds: `${pays}:1`,
  })),
  ...eyes.map((n) => ({
    name: `double${n}`,
    label: t('spot.double', { n }),
    odds: `${double}:1`,
    picture: row(n, 2),
  })),
  ...eyes.map((n) => ({
    name: `triple${n}`,
    label: t('spot.triple', { n }),
    odds: `${triple}:1`,
    picture: row(n, 3),
  })),
  ...eyes.map((n) => ({
    name: `single${n}`,
    label: t('spot.single', { n }),
    odds: '1–3:1',
    picture: row(n, 1),
  })),
];

function disc(brief) {
  const dice = [...brief].map(Number);
  const sum = sumOf(dice);
  const same = dice.every((d) => d === dice[0]);
  return el('span', { class: same ? 'same' : sum > 10 ? 'high' : 'low', text: String(sum) });
}

function trends(list) {
  const big = list.filter((brief) => sumOf([...brief].map(Number)) > 10).length;
  return [
    ['seldom', `${t('spot.small')} ${list.length - big}`],
    ['often', `${t('spot.big')} ${big}`],
  ];
}

function rules() {
  const rows = fields.map(({ name, label, odds }) => [
    name.startsWith('total') ? t('spot.total', { n: label }) : label,
    odds,
    rate(boot.game.returns[name]),
  ]);
  return [el('p', { text: t('rules.dice') }), oddsTable(rows)];
}

runTable((table) => ({
  cloth: new Floor(table, { name: 'sicbo', pays: wins, spots: fields }),
  scene: new Shaker(),
  past: new Past({ disc, trends }),
  called: ({ dice }) => `${dice.join(' + ')} = ${sumOf(dice)}`,
  brief: ({ dice }) => [dice.join('')],
  rules,
}));
