// Baccarat, Dragon Tiger and a poker duel: two hands, and bets on which is higher.
import { boot, decimal, rate, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { rankOf } from '../live/card.js';
import { Floor, oddsTable } from '../live/floor.js';
import { LiveTable } from '../live/live.js';
import { Hands } from './hands.js';

const short = `${decimal(0.95)}:1`; // what a commission leaves
const winner = ({ winner }) => t(`wins.${winner}`);

const points = (code) => {
  const rank = rankOf(code);
  return rank === 'A' ? 1 : Number(rank) < 10 ? Number(rank) : 0;
};

const baccarat = {
  name: 'baccarat',
  odds: { playerpair: '11:1', tie: '8:1', bankerpair: '11:1', player: '1:1', banker: short },
  tones: { player: 'blue', banker: 'red', tie: 'green' },
  sides: ['player', 'banker'],
  rules: ['rules.baccarat', 'rules.third'],
  gap: 1150,
  deal: ({ player, banker }) =>
    [0, 1, 2]
      .flatMap((i) => [
        ['player', player[i]],
        ['banker', banker[i]],
      ])
      .filter(([, code]) => code),
  score: (cards) => String(cards.reduce((sum, code) => sum + points(code), 0) % 10),
  pays(outcome, name) {
    const [a, b] = outcome[name.replace('pair', '')] ?? [];
    return name === outcome.winner || (name.endsWith('pair') && rankOf(a) === rankOf(b));
  },
  called: (outcome) => `${winner(outcome)} ${outcome.playerScore}:${outcome.bankerScore}`,
};

const dragontiger = {
  name: 'duel',
  odds: { tie: '11:1', suitedtie: '50:1', dragon: '1:1', tiger: '1:1' },
  tones: { dragon: 'red', tiger: 'amber', tie: 'green' },
  sides: ['dragon', 'tiger'],
  rules: ['rules.duel'],
  gap: 1500,
  deal: (outcome) => ['dragon', 'tiger'].map((name) => [name, outcome[name]]),
  score: ([code]) => rankOf(code),
  pays: ({ dragon, tiger, winner }, name) =>
    name === winner || (name === 'suitedtie' && winner === 'tie' && dragon.at(-1) === tiger.at(-1)),
  called: winner,
};

/** handOf names three cards: pair, flush, straight, three of a kind, or nothing. */
function handOf(cards) {
  const order = 'A23456789TJQK';
  const ranks = cards.map((code) => order.indexOf(rankOf(code).replace('10', 'T')) + 1);
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
  name: 'poker',
  odds: { a: short, b: short, aplus: '1–40:1', bplus: '1–40:1' },
  tones: { a: 'blue', b: 'red', tie: 'green' },
  sides: ['a', 'b'],
  rules: ['rules.poker', 'rules.plus'],
  gap: 1150,
  deal: ({ a, b }) =>
    a.flatMap((code, i) => [
      ['a', code],
      ['b', b[i]],
    ]),
  score: (cards) => (cards.length < 3 ? '' : t(`poker.${handOf(cards)}`)),
  pays: (outcome, name) =>
    name === outcome.winner || (name.endsWith('plus') && handOf(outcome[name[0]]) !== 'high'),
  called: winner,
};

const game = { dragontiger, poker }[boot.game.type] ?? baccarat;
const { tones, sides, odds } = game;
const labelOf = (name) => t(`side.${name}`);

/** letterOf gives the first letter of a side's name, after the Arabic article. */
function letterOf(name) {
  if (name === 'tie') return '=';
  const [letter] = name.length === 1 ? name : labelOf(name).replace(/^ال/, '');
  return letter.toUpperCase();
}

function rules() {
  const rows = Object.keys(odds).map((name) => [
    labelOf(name),
    odds[name],
    rate(boot.game.returns[name]),
  ]);
  return [game.rules.map((text) => el('p', t(text))), oddsTable(rows)];
}

new LiveTable((table) => ({
  split: true,
  cloth: new Floor(table, {
    name: game.name,
    pays: game.pays,
    spots: Object.keys(odds).map((name) => ({
      name,
      odds: odds[name],
      label: labelOf(name),
      tone: tones[name],
      area: name,
    })),
  }),
  scene: new Hands({ ...game, sides: sides.map((name) => [name, labelOf(name)]) }),
  disc: (name) => el(`span.${tones[name]}`, letterOf(name)),
  trends: (list) =>
    [...sides, 'tie'].map((name) => [
      `share ${tones[name]}`,
      `${labelOf(name)} ${list.filter((winner) => winner === name).length}`,
    ]),
  called: game.called,
  brief: ({ winner }) => [winner],
  rules,
}));
