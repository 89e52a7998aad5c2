// Overlays of the stage: free spins won, and big wins.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { countUp, wait } from '../frame/motion.js';
import { play } from '../frame/sound.js';
import { sparkle } from '../frame/sparkle.js';

/** sizes are the multiples of the stake from which a win is big, bigger, biggest. */
const sizes = [15, 40, 100];

/** cover shows nodes over the stage for some milliseconds. */
async function cover(stage, ms, ...nodes) {
  const node = el('div.cover', nodes);
  stage.append(node);
  await wait(ms);
  node.remove();
}

async function countedUp(stage, win, ms, text) {
  play('big');
  const amount = el('bdi.cover-amount');
  const colour = getComputedStyle(stage).getPropertyValue('--accent').trim();
  const shown = cover(stage, ms + 1000, el('strong.cover-title', text), amount);
  sparkle(stage.lastChild, ms, [colour, '#ffd23f', '#fff3b0', '#ffffff']);
  await countUp(0, win, ms, (value) => (amount.textContent = money(value)));
  await shown;
}

/** bigWin counts a win up over the whole stage if it is big for its stake. */
export async function bigWin(stage, win, stake) {
  const size = sizes.filter((times) => win >= times * stake).length;
  if (size > 0) await countedUp(stage, win, 1400 + size * 900, t(`big.${size}`));
}

/** jackpotWon counts a jackpot up. */
export const jackpotWon = (stage, amount) => countedUp(stage, amount, 5000, t('jackpot.won'));

/** freeSpinsWon shows how many free spins are won, with a note; more are in addition to others. */
export function freeSpinsWon(stage, n, note, more) {
  play('big');
  const text = t(more ? 'free.more' : 'free.won', { n });
  const nodes = [el('strong.cover-title', text), el('span.cover-note', note)];
  return cover(stage, more ? 1100 : 2200, nodes);
}

/** freeSpinsTotal shows what the free spins have won. */
export const freeSpinsTotal = (stage, win) =>
  cover(stage, 2200, el('span.cover-note', t('free.total')), el('bdi.cover-amount', money(win)));
