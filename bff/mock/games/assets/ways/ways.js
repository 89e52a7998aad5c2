// The slot that pays by ways: six reels whose heights change, free spins that climb.
import { boot, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { figures } from '../frame/numbers.js';
import { openCabinet } from '../reels/cabinet.js';
import { Slot } from '../reels/play.js';
import { Reels } from '../reels/reels.js';
import { showPaytable } from './paytable.js';
import { Runs } from './runs.js';

const { game } = boot;
const slot = new Slot((stake) => showPaytable(game, stake));
const first = [
  ['high2', 'low1', 'high1', 'low3'],
  ['low2', 'wild', 'high3', 'high3', 'low1'],
  ['high1', 'high4', 'scatter'],
  ['low3', 'low3', 'high2', 'wild', 'high1', 'low2'],
  ['high1', 'low2', 'high4', 'low1'],
  ['low1', 'high3', 'high2', 'low3', 'high1'],
];
const reels = new Reels(first);
const ways = el('strong', { class: 'ways' });
const count = figures();
const showWays = (n) => (ways.textContent = t('ways', { n: count.format(n) }));

showWays(first.reduce((n, reel) => n * reel.length, 1));
openCabinet(slot, {
  reels,
  wins: new Runs(reels, slot.say),
  promise: game.freeSpins[0],
  nodes: [ways],
  style: 'high',
  landed: (spin) => showWays(spin.ways),
  note: ({ freeSpins }) => `×1 – ×${freeSpins.length}`,
  more: () => 0, // there are no scatters among them
});
