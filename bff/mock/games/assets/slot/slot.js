// The line slot.
import { boot, money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { countUp } from '../frame/motion.js';
import { bigWin, sizeOf } from '../reels/celebrate.js';
import { multiplierBadge, playFreeSpins } from '../reels/freespins.js';
import { Slot } from '../reels/play.js';
import { Reels } from '../reels/reels.js';
import { picture } from '../reels/symbols.js';
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
const badge = multiplierBadge();

/** show plays a settled round out: the paid spin, and its free spins. */
async function show(settled, bet) {
  const land = (spin, won) => showSpin(spin, won, bet);
  const won = await land(settled, 0);
  if (settled.freeSpins.length === 0) return;
  await playFreeSpins({
    slot,
    badge,
    spins: settled.freeSpins,
    note: game.multiplier > 1 ? t('free.multiplier', { n: game.multiplier }) : '',
    won,
    more: (spin) => spin.scatter.freeSpins,
    clear: () => lines.clear(),
    roll: () => reels.roll(),
    land,
  });
  if (settled.win > 0) slot.say(t('say.amount', { amount: money(settled.win) }));
}

/** showSpin lands one spin and shows its wins; it gives what has been won up to then. */
async function showSpin(result, before, bet) {
  const turbo = slot.turbo.on();
  await reels.land(result.grid, turbo);
  const won = before + result.spinWin;
  if (result.spinWin === 0) return won;
  lines.all(result);
  slot.say(t('say.amount', { amount: money(result.spinWin) }));
  const size = sizeOf(result.spinWin, bet);
  if (size > 0) await bigWin(slot.stage, result.spinWin, size);
  await countUp(before, won, turbo ? 250 : 700, slot.purse.win);
  lines.cycle(result);
  return won;
}

slot.open(
  [
    el(
      'div',
      { class: 'promise' },
      ...Array.from({ length: 3 }, () => picture('scatter')),
      el('strong', { text: t('free.won', { n: game.freeSpins[0] }) }),
    ),
    el('div', { class: 'cabinet' }, reels.node, lines.node, badge.node),
  ],
  {
    roll() {
      lines.clear();
      reels.roll();
    },
    back: () => reels.back(),
    show,
  },
);
