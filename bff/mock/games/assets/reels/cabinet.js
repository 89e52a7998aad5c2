// A game of reels in their cabinet: how a settled round is played back, its free spins with it.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { countUp } from '../frame/motion.js';
import { bigWin, sizeOf } from './celebrate.js';
import { multiplierBadge, playFreeSpins } from './freespins.js';
import { picture } from './symbols.js';

/**
 * openCabinet begins a game on its slot and reels. The game gives
 *   wins: {all(spin), cycle(spin), clear()}, which show what a spin has won
 *   promise: how many free spins there are to win
 *   nodes: what stands in the cabinet beside the reels;  style: the cabinet's own class
 *   landed(spin): hears of each spin whose reels have come to rest
 *   note(settled): what is said of the free spins' multiplier
 *   more(spin): how many free spins a free spin has won
 */
export function openCabinet(
  slot,
  { reels, wins, promise, nodes, style = '', landed = () => {}, note, more },
) {
  const badge = multiplierBadge();

  /** land lands one spin and shows its wins; it gives what has been won up to then. */
  async function land(spin, before, bet) {
    const turbo = slot.turbo.on();
    await reels.land(spin.grid, turbo);
    landed(spin);
    const won = before + spin.spinWin;
    if (spin.spinWin === 0) return won;
    wins.all(spin);
    slot.say(t('say.amount', { amount: money(spin.spinWin) }));
    const size = sizeOf(spin.spinWin, bet);
    if (size > 0) await bigWin(slot.stage, spin.spinWin, size);
    await countUp(before, won, turbo ? 250 : 700, slot.purse.win);
    wins.cycle(spin);
    return won;
  }

  /** show plays a settled round out: the paid spin, and its free spins. */
  async function show(settled, bet) {
    const won = await land(settled, 0, bet);
    if (settled.freeSpins.length === 0) return;
    await playFreeSpins({
      slot,
      badge,
      spins: settled.freeSpins,
      note: note(settled),
      won,
      more,
      clear: () => wins.clear(),
      roll: () => reels.roll(),
      land: (spin, before) => land(spin, before, bet),
    });
    if (settled.win > 0) slot.say(t('say.amount', { amount: money(settled.win) }));
  }

  slot.open(
    [
      el(
        'div',
        { class: 'promise' },
        ...Array.from({ length: 3 }, () => picture('scatter')),
        el('strong', { text: t('free.won', { n: promise }) }),
      ),
      el('div', { class: `cabinet rimmed ${style}` }, reels.node, ...nodes, badge.node),
    ],
    {
      roll() {
        wins.clear();
        reels.roll();
      },
      back: () => reels.back(),
      show,
    },
  );
}
