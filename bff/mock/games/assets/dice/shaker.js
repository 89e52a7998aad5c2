// The glass dome with the three dice.
import { t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { reducedMotion } from '../frame/motion.js';
import { play } from '../frame/sound.js';
import { tableTime } from '../live/clock.js';

const spots = {
  1: [[50, 50]],
  2: [
    [28, 28],
    [72, 72],
  ],
  3: [
    [26, 26],
    [50, 50],
    [74, 74],
  ],
  4: [
    [28, 28],
    [72, 28],
    [28, 72],
    [72, 72],
  ],
  5: [
    [26, 26],
    [74, 26],
    [50, 50],
    [26, 74],
    [74, 74],
  ],
  6: [
    [28, 24],
    [72, 24],
    [28, 50],
    [72, 50],
    [28, 76],
    [72, 76],
  ],
};

/** die draws one die with its eyes up. */
export function die(eyes) {
  const node = el('svg', { viewBox: '0 0 100 100', class: 'die', 'aria-hidden': 'true' });
  paint(node, eyes);
  return node;
}

function paint(node, eyes) {
  // One and four are red, as on the dice of this game.
  const ink = eyes === 1 || eyes === 4 ? '#c41626' : '#16161c';
  const size = eyes === 1 ? 15 : 9.5;
  node.replaceChildren(
    el('rect', { x: 2, y: 2, width: 96, height: 96, rx: 20, fill: '#f7f4ec' }),
    el('rect', { x: 8, y: 6, width: 84, height: 84, rx: 18, fill: '#fff' }),
    ...spots[eyes].map(([cx, cy]) => el('circle', { cx, cy, r: size, fill: ink })),
  );
}

/** Shaker draws the scene. */
export class Shaker {
  constructor() {
    this.dice = [1, 2, 3].map((eyes) => die(eyes));
    this.sum = el('p', { class: 'dice-sum', 'aria-hidden': 'true' });
    this.node = el(
      'div',
      { class: 'shaker', role: 'img', 'aria-label': t('dice') },
      el('div', { class: 'dome' }, ...this.dice),
      this.sum,
    );
    this.run = null;
    setInterval(() => this.step(), 90);
  }

  /** open leaves the dice as they lie. */
  open() {
    this.run = null;
    this.sum.textContent = '';
    this.node.classList.remove('shaking');
  }

  /** spin shakes until the round is paid. */
  spin({ round, settles }) {
    if (this.run?.round === round) return;
    this.run = { round, settles };
    this.sum.textContent = '';
    play('roll');
    this.node.classList.toggle('shaking', !reducedMotion());
  }

  step() {
    if (!this.run || reducedMotion() || tableTime() > this.run.settles - 300) return;
    const tick = Math.floor(tableTime() / 90);
    for (const [i, node] of this.dice.entries()) {
      paint(node, ((tick * (i + 3) + i * 5) % 6) + 1);
      node.style.transform = `translate(${((tick * (7 + i)) % 5) * 6 - 12}%, ${((tick * (5 + i)) % 7) * 6 - 18}%) rotate(${(tick * (47 + 13 * i)) % 360}deg)`;
    }
  }

  /** land lets the dice lie as they fell. */
  land({ dice }, { round, settles }) {
    this.run = { round, settles };
    this.node.classList.remove('shaking');
    for (const [i, node] of this.dice.entries()) {
      paint(node, dice[i]);
      node.style.transform = `rotate(${[-9, 5, 14][i]}deg)`;
    }
    this.sum.textContent = String(dice.reduce((a, b) => a + b, 0));
  }
}
