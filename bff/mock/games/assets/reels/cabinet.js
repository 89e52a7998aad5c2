// A game of reels: how a settled round is shown, with its free spins.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { countUp, wait } from '../frame/motion.js';
import { bigWin, freeSpinsTotal, freeSpinsWon } from './celebrate.js';
import { picture } from './symbols.js';

/** multiplierBadge shows by what wins are multiplied; 1 is hidden. */
function multiplierBadge() {
  const node = el('span.multiplier', { dir: 'ltr', hidden: true });
  const show = (times) => {
    node.textContent = `×${times}`;
    node.hidden = times === 1;
  };
  return { node, show };
}

/**
 * openCabinet starts a game on its slot and reels. The game gives
 *   wins: the Wins of its spins
 *   promise: how many free spins can be won
 *   nodes: what is in the cabinet beside the reels
 *   note(settled): text about the free spins' multiplier
 *   more(spin): how many free spins a free spin has won
 */
export function openCabinet(slot, { reels, wins, promise, nodes, note, more }) {
  const badge = multiplierBadge();
  const { stage, wallet, say, turbo } = slot;

  const roll = () => {
    wins.clear();
    reels.roll();
  };

  /** land stops the reels, shows the wins and gives what the round has won up to now. */
  async function land(spin, before, bet) {
    await reels.land(spin.grid, turbo.on());
    const won = before + spin.spinWin;
    if (spin.spinWin === 0) return won;
    wins.all(spin);
    say(t('say.amount', { amount: money(spin.spinWin) }));
    await bigWin(stage, spin.spinWin, bet);
    await countUp(before, won, turbo.on() ? 250 : 700, wallet.win);
    wins.cycle(spin);
    return won;
  }

  async function showFreeSpins(settled, before, bet) {
    const spins = settled.freeSpins;
    let total = spins.length - spins.reduce((sum, spin) => sum + more(spin), 0);
    let won = before;
    await wait(600);
    await freeSpinsWon(stage, total, note(settled), false);
    stage.classList.add('free');
    for (const [i, spin] of spins.entries()) {
      wins.clear();
      badge.show(spin.multiplier);
      say(t('free.counter', { n: i + 1, total }));
      reels.roll();
      await wait(200);
      won = await land(spin, won, bet);
      await wait(spin.spinWin > 0 ? 700 : 200);
      if (more(spin) > 0) {
        total += more(spin);
        await freeSpinsWon(stage, more(spin), '', true);
      }
    }
    stage.classList.remove('free');
    badge.show(1);
    await freeSpinsTotal(stage, won - before);
    if (settled.win > 0) say(t('say.amount', { amount: money(settled.win) }));
  }

  /** show plays a settled round: the paid spin, and its free spins. */
  async function show(settled, bet) {
    const won = await land(settled, 0, bet);
    if (settled.freeSpins.length > 0) await showFreeSpins(settled, won, bet);
  }

  slot.open(
    [
      el(
        'div.promise',
        Array.from({ length: 3 }, () => picture('scatter')),
        el('strong', t('free.won', { n: promise })),
      ),
      el('div.cabinet.rimmed', reels.node, nodes, badge.node),
    ],
    { roll, back: () => reels.back(), show },
  );
}
