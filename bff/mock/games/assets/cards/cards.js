// Baccarat, and Dragon Tiger: two hands, and bets on which is higher.
import { boot, decimal, rate, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { Floor, oddsTable } from '../live/floor.js';
import { runTable } from '../live/live.js';
import { Past } from '../live/past.js';
import { Hands } from './hands.js';

const points = (code) => {
  const rank = code.slice(0, -1);
  return rank === 'A' ? 1 : Number(rank) < 10 ? Number(rank) : 0;
};
const rank = (code) => code.slice(0, -1);
const short = `${decimal(0.95)}:1`; // what a commission leaves

const baccarat = {
  sides: ['player', 'banker'],
  odds: {
    playerpair: '11:1',
    tie: '8:1',
    bankerpair: '11:1',
    player: '1:1',
    banker: short,
  },
  paints: {
    player: 'blue',
    banker: 'red',
    tie: 'green',
    playerpair: '',
    bankerpair: '',
  },
  gap: 1150,
  deal({ player, banker }) {
    const order = [];
    for (const i of [0, 1, 2]) {
      if (player[i]) order.push(['player', player[i]]);
      if (banker[i]) order.push(['banker', banker[i]]);
    }
    return order;
  },
  score: (cards) => String(cards.reduce((sum, code) => sum + points(code), 0) % 10),
  pays: ({ player, banker, winner }, name) =>
    name === winner ||
    (name === 'playerpair' && rank(player[0]) === rank(player[1])) ||
    (name === 'bankerpair' && rank(banker[0]) === rank(banker[1])),
  called: ({ playerScore, bankerScore, winner }) =>
    `${t(`wins.${winner}`)} ${playerScore}:${bankerScore}`,
};

const duel = {
  sides: ['dragon', 'tiger'],
  odds: { tie: '11:1', suitedtie: '50:1', dragon: '1:1', tiger: '1:1' },
  paints: { dragon: 'red', tiger: 'amber', tie: 'green', suitedtie: '' },
  gap: 1500,
  deal: ({ dragon, tiger }) => [
    ['dragon', dragon],
    ['tiger', tiger],
  ],
  score: (cards) => rank(cards[0]),
  pays: ({ dragon, tiger, winner }, name) =>
    name === winner || (name === 'suitedtie' && winner === 'tie' && dragon.at(-1) === tiger.at(-1)),
  called: ({ winner }) => t(`wins.${winner}`),
};

/** handOf names three cards: pair, flush, straight, three of a kind, or nothing. */
function handOf(cards) {
  const order = 'A23456789TJQK';
  const ranks = cards.map((code) => order.indexOf(rank(code).replace('10', 'T')) + 1);
  ranks.sort((a, b) => a - b);
  const [low, mid, top] = ranks;
  const suited = new Set(cards.map((code) => code.at(-1))).size === 1;
  const running = (mid === low + 1 && top === mid + 1) || ranks.join() === '1,12,13';
  if (running && suited) return 'straightflush';
  if (low === top) return 'three';
  if (running) return 'straight';
  if (suited) return 'flush';
  return low === mid || mid === top ? 'pair' : 'high';
}

const poker = {
  sides: ['a', 'b'],
  odds: { a: short, b: short, aplus: '1–40:1', bplus: '1–40:1' },
  paints: { a: 'blue', b: 'red', tie: 'green', aplus: '', bplus: '' },
  gap: 1150,
  deal: ({ a, b }) =>
    a.flatMap((code, i) => [
      ['a', code],
      ['b', b[i]],
    ]),
  score: (cards) => (cards.length < 3 ? '' : t(`poker.${handOf(cards)}`)),
  pays: (outcome, name) =>
    name === outcome.winner || (name.endsWith('plus') && handOf(outcome[name[0]]) !== 'high'),
  called: ({ winner }) => t(`wins.${winner}`),
};

const game = { dragontiger: duel, poker }[boot.game.type] ?? baccarat;
const labelOf = (name) => t(`side.${name}`);

/** letterOf is the first letter of a side's name, past the Arabic article. */
const letterOf = (name) =>
  name === 'tie'
    ? '='
    : name.length === 1
      ? name.toUpperCase()
      : [...labelOf(name).replace(/^ال/, '')][0].toUpperCase();

/** disc is a round on the board: its colour tells the side, its letter too. */
const disc = (winner) => el('span', { class: game.paints[winner], text: letterOf(winner) });

function trends(list) {
  return [...game.sides, 'tie'].map((name) => [
    `share ${game.paints[name]}`,
    `${labelOf(name)} ${list.filter((winner) => winner === name).length}`,
  ]);
}

function rules() {
  const rows = Object.entries(game.odds).map(([name, odds]) => [
    labelOf(name),
    odds,
    rate(boot.game.returns[name]),
  ]);
  const told = {
    dragontiger: () => [t('rules.duel')],
    poker: () => [t('rules.poker'), t('rules.plus')],
  }[boot.game.type]?.() ?? [t('rules.baccarat'), t('rules.third')];
  return [...told.map((text) => el('p', { text })), oddsTable(rows)];
}

runTable((table) => ({
  split: true,
  cloth: new Floor(table, {
    name: { dragontiger: 'duel', poker: 'poker' }[boot.game.type] ?? 'baccarat',
    pays: game.pays,
    spots: Object.entries(game.odds).map(([name, odds]) => ({
      name,
      odds,
      label: labelOf(name),
      paint: game.paints[name],
    })),
  }),
  scene: new Hands({
    sides: game.sides.map((name) => [name, labelOf(name)]),
    deal: game.deal,
    score: game.score,
    gap: game.gap,
  }),
  past: new Past({ disc, trends }),
  called: game.called,
  brief: ({ winner }) => [winner],
  rules,
}));
