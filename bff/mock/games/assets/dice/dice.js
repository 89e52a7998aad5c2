// Sic Bo: bets on what three dice show.
import { boot, rate, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { Floor, oddsTable } from '../live/floor.js';
import { LiveTable } from '../live/live.js';
import { die, Shaker } from './shaker.js';

const { totals, double, triple, anytriple } = boot.game.layout;
const numbers = [1, 2, 3, 4, 5, 6];
const sumOf = (dice) => dice.reduce((a, b) => a + b, 0);
const isTriple = (dice) => dice.every((d) => d === dice[0]);

function wins({ dice }, name) {
  const [, kind, figure] = name.match(/^([a-z]+)(\d*)$/);
  const n = Number(figure);
  const sum = sumOf(dice);
  const same = isTriple(dice);
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

const spot = (name, odds, tone) => ({ name, label: t(`spot.${name}`), odds, tone });

/** row makes the spots of a number of equal dice. */
const row = (kind, count, odds) =>
  numbers.map((n) => ({
    name: `${kind}${n}`,
    label: t(`spot.${kind}`, { n }),
    odds,
    picture: el(
      'span.spot-dice',
      Array.from({ length: count }, () => die(n)),
    ),
  }));

const spots = [
  spot('small', '4–10 · 1:1', 'blue'),
  spot('odd', '1:1'),
  spot('anytriple', `${anytriple}:1`, 'green'),
  spot('even', '1:1'),
  spot('big', '11–17 · 1:1', 'red'),
  ...Object.entries(totals).map(([sum, pays]) => ({
    name: `total${sum}`,
    label: sum,
    odds: `${pays}:1`,
  })),
  ...row('double', 2, `${double}:1`),
  ...row('triple', 3, `${triple}:1`),
  ...row('single', 1, '1–3:1'),
];

/** diceOf reads the dice of a past round: "316". */
const diceOf = (brief) => [...brief].map(Number);

function rules() {
  const rows = spots.map(({ name, label, odds }) => [
    name.startsWith('total') ? t('spot.total', { n: label }) : label,
    odds,
    rate(boot.game.returns[name]),
  ]);
  return [el('p', t('rules.dice')), oddsTable(rows)];
}

new LiveTable((table) => ({
  cloth: new Floor(table, { name: 'sicbo', pays: wins, spots }),
  scene: new Shaker(),
  disc(brief) {
    const dice = diceOf(brief);
    const sum = sumOf(dice);
    const tone = isTriple(dice) ? 'green' : sum > 10 ? 'red' : 'blue';
    return el(`span.${tone}`, String(sum));
  },
  trends(list) {
    const big = list.filter((brief) => sumOf(diceOf(brief)) > 10).length;
    return [
      ['seldom', `${t('spot.small')} ${list.length - big}`],
      ['often', `${t('spot.big')} ${big}`],
    ];
  },
  called: ({ dice }) => `${dice.join(' + ')} = ${sumOf(dice)}`,
  brief: ({ dice }) => [dice.join('')],
  rules,
}));
