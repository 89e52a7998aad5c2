// What covers the reels for a moment: free spins won, and wins too big for a line of text.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { countUp, wait } from '../frame/motion.js';
import { play } from '../frame/sound.js';
import { sparkle } from '../frame/sparkle.js';

/** From how many stakes a win is big, bigger, biggest. */
const sizes = [15, 40, 100];

/** sizeOf tells how big a win is, 0 (not) to 3. */
export const sizeOf = (win, stake) => sizes.filter((times) => win >= times * stake).length;

/** cover shows content over the stage for a while; dress may add to it once it stands there. */
async function cover(stage, ms, content, dress) {
  const node = el('div', { class: 'cover' }, ...content);
  stage.append(node);
  dress?.(node);
  await wait(ms);
  node.remove();
}

/** bigWin counts a big win up over the whole stage. */
export async function bigWin(stage, win, size) {
  play('big');
  const amount = el('bdi', { class: 'cover-amount' });
  const ms = 1400 + size * 900;
  const colour = getComputedStyle(stage).getPropertyValue('--accent').trim();
  const title = el('strong', { class: 'cover-title', text: t(`big.${size}`) });
  const shown = cover(stage, ms + 1000, [title, amount], (node) =>
    sparkle(node, ms, [colour, '#ffd23f', '#fff3b0', '#ffffff']),
  );
  await countUp(0, win, ms, (value) => (amount.textContent = money(value)));
  await shown;
}

/** freeSpinsWon says how many, and what they are multiplied by. */
export function freeSpinsWon(stage, n, multiplier, more) {
  play('big');
  const text = t(more ? 'free.more' : 'free.won', { n });
  const note = multiplier > 1 ? t('free.multiplier', { n: multiplier }) : '';
  return cover(stage, more ? 1100 : 2200, [
    el('strong', { class: 'cover-title', text }),
    el('span', { class: 'cover-note', text: note }),
  ]);
}

/** freeSpinsTotal says what they came to. */
export function freeSpinsTotal(stage, win) {
  return cover(stage, 2200, [
    el('span', { class: 'cover-note', text: t('free.total') }),
    el('bdi', { class: 'cover-amount', text: money(win) }),
  ]);
}
