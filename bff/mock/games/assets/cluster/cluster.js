// The slot that pays by clusters: what wins vanishes, what lies above falls, and every
// cascade raises the multiplier.
import { boot, money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { countUp, reducedMotion, wait } from '../frame/motion.js';
import { play } from '../frame/sound.js';
import { bigWin, sizeOf } from '../reels/celebrate.js';
import { Slot } from '../reels/play.js';
import { Board } from './board.js';
import { Ladder } from './ladder.js';
import { showPaytable } from './paytable.js';

const { game } = boot;
const slot = new Slot((stake) => showPaytable(game, stake));
const board = new Board();
const ladder = new Ladder(game.multipliers);

/** show plays a settled round out: board by board, until nothing more pays. */
async function show({ cascades, last, win }, bet) {
  const quick = slot.turbo.on();
  const boards = [...cascades.map((cascade) => cascade.grid), last];
  await board.land(boards[0], quick);
  let won = 0;
  for (const [i, cascade] of cascades.entries()) {
    ladder.climb(i);
    slot.say(
      t('cascade', { n: i + 1, multiplier: cascade.multiplier, amount: money(cascade.win) }),
    );
    play('win');
    board.light(cascade.wins);
    const before = won;
    won += cascade.win;
    await countUp(before, won, quick ? 250 : 650, slot.purse.win);
    // What bursts is not seen bursting by a player without motion: it stands longer.
    await wait(reducedMotion() ? 900 : quick ? 100 : 350);
    await board.cascade(cascade.wins, boards[i + 1], quick);
  }
  if (win === 0) return;
  slot.say(t('say.amount', { amount: money(win) }));
  const size = sizeOf(win, bet);
  if (size > 0) await bigWin(slot.stage, win, size);
}

slot.open(
  [el('div', { class: 'table' }, ladder.node, el('div', { class: 'rim rimmed' }, board.node))],
  {
    roll() {
      ladder.climb(-1);
      board.roll();
    },
    back: () => board.back(),
    show,
  },
);
