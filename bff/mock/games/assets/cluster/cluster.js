// The slot that pays by clusters: what wins vanishes, what is above falls, and every cascade
// raises the multiplier.
import { boot, money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { countUp, reducedMotion, wait } from '../frame/motion.js';
import { play } from '../frame/sound.js';
import { bigWin } from '../reels/celebrate.js';
import { note } from '../reels/paytable.js';
import { Slot } from '../reels/play.js';
import { Board } from './board.js';

const { bands, coins, multipliers, table } = boot.game;

function paytable(stake) {
  const sizes = bands.map((from, i) => {
    const next = bands[i + 1];
    if (next === undefined) return `${from}+`;
    return next === from + 1 ? from : `${from}–${next - 1}`;
  });
  return {
    coins,
    pays: (name) => (table[name] ?? []).map((pay, i) => [sizes[i], pay]).reverse(),
    nodes: [
      note(t('table.note', { amount: money(stake) })),
      note(t('table.clusters')),
      note(
        `${t('table.climb')} `,
        el('bdi', { dir: 'ltr' }, multipliers.map((n) => `×${n}`).join(' ')),
      ),
    ],
  };
}

const slot = new Slot(paytable);
const board = new Board();
const rungs = multipliers.map((n) => el('li', `×${n}`));
const ladder = el('ol.ladder', { dir: 'ltr', 'aria-hidden': 'true' }, rungs);

/** showMultiplier marks the multiplier of the nth cascade from 0, none for -1. */
function showMultiplier(n) {
  rungs.forEach((rung, i) => {
    rung.classList.toggle('now', i === n);
    rung.classList.toggle('past', i < n);
  });
}

/** show plays a settled round, board by board. */
async function show({ cascades, last, win }, bet) {
  const quick = slot.turbo.on();
  const boards = [...cascades.map(({ grid }) => grid), last];
  await board.land(boards[0], quick);
  let won = 0;
  for (const [i, cascade] of cascades.entries()) {
    const { multiplier } = cascade;
    showMultiplier(i);
    slot.say(t('cascade', { n: i + 1, multiplier, amount: money(cascade.win) }));
    play('win');
    board.light(cascade.wins);
    const before = won;
    won += cascade.win;
    await countUp(before, won, quick ? 250 : 650, slot.wallet.win);
    // With reduced motion nothing is seen to burst: the wins are shown for longer.
    await wait(reducedMotion() ? 900 : quick ? 100 : 350);
    await board.cascade(cascade.wins, boards[i + 1], quick);
  }
  if (win === 0) return;
  slot.say(t('say.amount', { amount: money(win) }));
  await bigWin(slot.stage, win, bet);
}

slot.open([el('div.table', ladder, el('div.rim.rimmed', board.node))], {
  roll() {
    showMultiplier(-1);
    board.roll();
  },
  back: () => board.back(),
  show,
});
