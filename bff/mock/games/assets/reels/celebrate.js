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
export const bigWin = (stage, win, size) =>
  countedUp(stage, win, 1400 + size * 900, t(`big.${size}`));

/** jackpotWon does the same for what the game's jackpot paid. */
export const jackpotWon = (stage, amount) => countedUp(stage, amount, 5000, t('jackpot.won'));

async function countedUp(stage, win, ms, text) {
  play('big');
  const amount = el('bdi', { class: 'cover-amount' });
  const colour = getComputedStyle(stage).getPropertyValue('--accent').trim();
  const title = el('strong', { class: 'cover-title', text });
  const shown = cover(stage, ms + 1000, [title, amount], (node) =>
    sparkle(node, ms, [colour, '#ffd23f', '#fff3b0', '#ffffff']),
  );
  await countUp(0, win, ms, (value) => (amount.textContent = money(value)));
  await shown;
}

/** freeSpinsWon says how many, and what note says of them; more are added to those there are. */
export function freeSpinsWon(stage, n, note, more) {
  play('big');
  const text = t(more ? 'free.more' : 'free.won', { n });
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
