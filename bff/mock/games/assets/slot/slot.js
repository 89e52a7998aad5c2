// The slot that pays by lines.
import { boot, money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { openCabinet } from '../reels/cabinet.js';
import { note } from '../reels/paytable.js';
import { Slot } from '../reels/play.js';
import { Reels } from '../reels/reels.js';
import { cellsOf, Wins } from '../reels/wins.js';

const { freeSpins, multiplier, paths, table } = boot.game;
const free = multiplier > 1 ? t('free.multiplier', { n: multiplier }) : '';

/** diagram draws a line for the paytable. */
function diagram(path, i) {
  const dot = (reel, row) =>
    el(path[reel] === row ? 'rect.on' : 'rect.off', {
      x: reel * 8 + 1,
      y: row * 8 + 1,
      width: 6,
      height: 6,
      rx: 1.5,
    });
  const dots = path.flatMap((_, reel) => [0, 1, 2].map((row) => dot(reel, row)));
  return el(
    'figure',
    el('svg', { viewBox: '0 0 40 24', 'aria-hidden': 'true' }, dots),
    el('figcaption', i + 1),
  );
}

function paytable(stake) {
  const [a, b, c] = freeSpins;
  return {
    coins: paths.length,
    pays: (name) => [5, 4, 3].map((n) => [n, table[name][n - 3]]),
    texts: { wild: t('table.wild'), scatter: `${t('table.scatter', { a, b, c })} ${free}` },
    nodes: [
      note(t('table.note', { amount: money(stake) })),
      el('h3', t('table.lines')),
      el('div.diagrams', { dir: 'ltr' }, paths.map(diagram)),
    ],
  };
}

const slot = new Slot(paytable);
const reels = new Reels([
  ['high2', 'high1', 'low1'],
  ['low2', 'wild', 'high3'],
  ['high4', 'high1', 'scatter'],
  ['low3', 'wild', 'high2'],
  ['high3', 'high1', 'low1'],
]);
const layer = el('svg.lines', {
  viewBox: '0 0 500 300',
  preserveAspectRatio: 'none',
  'aria-hidden': 'true',
});
const hues = [42, 190, 330, 120, 265, 15, 210, 90, 300, 160];

function drawLine(line) {
  const y = (reel) => paths[line - 1][reel] * 100 + 50;
  const path = paths[line - 1].map((_, reel) => `${reel * 100 + 50},${y(reel)}`);
  const points = [`0,${y(0)}`, ...path, `500,${y(4)}`].join(' ');
  const stroke = `hsl(${hues[line % hues.length]} 95% 62%)`;
  return [el('polyline.line-edge', { points }), el('polyline.line', { points, stroke })];
}

function winsOf({ grid, lines, scatter }) {
  const wins = lines.map(({ line, count, win }) => ({
    line,
    cells: paths[line - 1].slice(0, count).map((row, reel) => [reel, row]),
    text: t('line.win', { line, amount: money(win) }),
  }));
  if (scatter.win > 0)
    wins.push({
      cells: cellsOf(grid, (symbol) => symbol === 'scatter'),
      text: t('scatter.win', { amount: money(scatter.win) }),
    });
  return wins;
}

const drawLines = (wins) =>
  layer.replaceChildren(...wins.flatMap(({ line }) => (line ? drawLine(line) : [])));

openCabinet(slot, {
  reels,
  wins: new Wins(reels, slot.say, winsOf, drawLines),
  promise: freeSpins[0],
  nodes: [layer],
  note: () => free,
  more: (spin) => spin.scatter.freeSpins,
});
