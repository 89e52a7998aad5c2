// The slot that pays by ways: six reels whose heights change, free spins that climb.
import { boot, money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { countUp } from '../frame/motion.js';
import { bigWin, sizeOf } from '../reels/celebrate.js';
import { multiplierBadge, playFreeSpins } from '../reels/freespins.js';
import { Slot } from '../reels/play.js';
import { Reels } from '../reels/reels.js';
import { picture } from '../reels/symbols.js';
import { Runs } from './runs.js';
import { showPaytable } from './paytable.js';

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
const runs = new Runs(reels, slot.say);
const badge = multiplierBadge();
const ways = el('strong', { class: 'ways' });
const count = new Intl.NumberFormat(boot.lang === 'ar' ? 'en' : boot.lang);
const showWays = (n) => (ways.textContent = t('ways', { n: count.format(n) }));

/** show plays a settled round out: the paid spin, and its free spins. */
async function show(settled, bet) {
  const land = (spin, won) => showSpin(spin, won, bet);
  const won = await land(settled, 0);
  if (settled.freeSpins.length === 0) return;
  await playFreeSpins({
    slot,
    badge,
    spins: settled.freeSpins,
    note: `×1 – ×${settled.freeSpins.length}`,
    won,
    more: () => 0,
    clear: () => runs.clear(),
    roll: () => reels.roll(),
    land,
  });
  if (settled.win > 0) slot.say(t('say.amount', { amount: money(settled.win) }));
}

/** showSpin lands one spin and shows its wins; it gives what has been won up to then. */
async function showSpin(result, before, bet) {
  const turbo = slot.turbo.on();
  await reels.land(result.grid, turbo);
  showWays(result.ways);
  const won = before + result.spinWin;
  if (result.spinWin === 0) return won;
  runs.all(result);
  slot.say(t('say.amount', { amount: money(result.spinWin) }));
  const size = sizeOf(result.spinWin, bet);
  if (size > 0) await bigWin(slot.stage, result.spinWin, size);
  await countUp(before, won, turbo ? 250 : 700, slot.purse.win);
  runs.cycle(result);
  return won;
}

showWays(first.reduce((n, reel) => n * reel.length, 1));
slot.open(
  [
    el(
      'div',
      { class: 'promise' },
      ...Array.from({ length: 3 }, () => picture('scatter')),
      el('strong', { text: t('free.won', { n: game.freeSpins[0] }) }),
    ),
    el('div', { class: 'cabinet high' }, reels.node, ways, badge.node),
  ],
  {
    roll() {
      runs.clear();
      reels.roll();
    },
    back: () => reels.back(),
    show,
  },
);
