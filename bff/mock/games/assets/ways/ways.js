// The slot that pays by ways: six reels of changing heights, free spins with rising multipliers.
import { boot, money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { figures } from '../frame/numbers.js';
import { openCabinet } from '../reels/cabinet.js';
import { note } from '../reels/paytable.js';
import { Slot } from '../reels/play.js';
import { Reels } from '../reels/reels.js';
import { cellsOf, Wins } from '../reels/wins.js';

const { coins, freeSpins, table } = boot.game;

function paytable(stake) {
  const [a, b, c, d] = freeSpins;
  return {
    coins,
    pays: (name) => [6, 5, 4, 3].map((n) => [n, table[name]?.[n - 3]]).filter(([, pay]) => pay > 0),
    texts: {
      wild: t('table.wild'),
      scatter: `${t('table.scatter', { a, b, c, d })} ${t('table.climb')}`,
    },
    nodes: [note(t('table.note', { amount: money(stake) })), note(t('table.ways'))],
  };
}

const slot = new Slot(paytable);
const first = [
  ['high2', 'low1', 'high1', 'low3'],
  ['low2', 'wild', 'high3', 'high3', 'low1'],
  ['high1', 'high4', 'scatter'],
  ['low3', 'low3', 'high2', 'wild', 'high1', 'low2'],
  ['high1', 'low2', 'high4', 'low1'],
  ['low1', 'high3', 'high2', 'low3', 'high1'],
];
const reels = new Reels(first);
const ways = el('strong.ways');
const { format } = figures();
const showWays = (n) => (ways.textContent = t('ways', { n: format(n) }));
showWays(first.reduce((n, reel) => n * reel.length, 1));

const winsOf = ({ grid, wins }) =>
  wins.map(({ symbol, count, ways, win }) => ({
    cells: cellsOf(grid, (s, reel) => reel < count && (s === symbol || s === 'wild')),
    text: t('ways.win', { ways, amount: money(win) }),
  }));

openCabinet(slot, {
  reels,
  wins: new Wins(reels, slot.say, winsOf),
  promise: freeSpins[0],
  nodes: [ways],
  style: '.high',
  landed: (spin) => showWays(spin.ways),
  note: ({ freeSpins }) => `×1 – ×${freeSpins.length}`,
  more: () => 0, // free spins have no scatters
});
