// The line slot.
import { boot, t } from '../frame/boot.js';
import { openCabinet } from '../reels/cabinet.js';
import { Slot } from '../reels/play.js';
import { Reels } from '../reels/reels.js';
import { showPaytable } from './paytable.js';
import { WinLines } from './winlines.js';

const { game } = boot;
const slot = new Slot((stake) => showPaytable(game, stake));
const reels = new Reels([
  ['high2', 'high1', 'low1'],
  ['low2', 'wild', 'high3'],
  ['high4', 'high1', 'scatter'],
  ['low3', 'wild', 'high2'],
  ['high3', 'high1', 'low1'],
]);
const lines = new WinLines(reels, game.paths, slot.say);

openCabinet(slot, {
  reels,
  wins: lines,
  promise: game.freeSpins[0],
  nodes: [lines.node],
  note: () => (game.multiplier > 1 ? t('free.multiplier', { n: game.multiplier }) : ''),
  more: (spin) => spin.scatter.freeSpins,
});
