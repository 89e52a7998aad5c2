// Free spins, played back one after another.
import { t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { wait } from '../frame/motion.js';
import { freeSpinsTotal, freeSpinsWon } from './celebrate.js';

/** multiplierBadge is the sign at the cabinet's rim that says what wins are multiplied by. */
export function multiplierBadge() {
  const node = el('span', { class: 'multiplier', dir: 'ltr', hidden: true });
  return {
    node,
    /** show shows a multiplier; 1 is none. */
    show(times) {
      node.textContent = `×${times}`;
      node.hidden = times === 1;
    },
  };
}

/**
 * playFreeSpins plays spins back. won is what the round has won so far, note what is said of
 * their multiplier, more(spin) how many spins that spin won besides. clear and roll ready
 * the reels, and land(spin, won) shows one spin and gives the new sum. It gives the last one.
 */
export async function playFreeSpins({ slot, badge, spins, note, won, more, clear, roll, land }) {
  const extra = spins.reduce((sum, spin) => sum + more(spin), 0);
  let total = spins.length - extra;
  const before = won;
  await wait(600);
  await freeSpinsWon(slot.stage, total, note, false);
  slot.stage.classList.add('free');
  for (const [i, spin] of spins.entries()) {
    clear();
    badge.show(spin.multiplier);
    slot.say(t('free.counter', { n: i + 1, total }));
    roll();
    await wait(200);
    won = await land(spin, won);
    await wait(spin.spinWin > 0 ? 700 : 200);
    if (more(spin) > 0) {
      total += more(spin);
      await freeSpinsWon(slot.stage, more(spin), '', true);
    }
  }
  slot.stage.classList.remove('free');
  badge.show(1);
  await freeSpinsTotal(slot.stage, won - before);
  return won;
}
