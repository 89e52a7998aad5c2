// The glass dome with the three dice.
import { t } from '../frame/boot.js';
import { now } from '../frame/clock.js';
import { el, fill, mark } from '../frame/dom.js';
import { reducedMotion } from '../frame/motion.js';
import { play } from '../frame/sound.js';

// The spots of each face, as pairs of coordinates in a square of a hundred.
const faces = {
  1: '50,50',
  2: '28,28 72,72',
  3: '26,26 50,50 74,74',
  4: '28,28 72,28 28,72 72,72',
  5: '26,26 74,26 50,50 26,74 74,74',
  6: '28,24 72,24 28,50 72,50 28,76 72,76',
};

/** die draws a die. */
export function die(number) {
  const node = el('svg.die', { viewBox: '0 0 100 100', 'aria-hidden': 'true' });
  paint(node, number);
  return node;
}

function paint(node, number) {
  // One and four are red, as on the dice of this game.
  const ink = number === 1 || number === 4 ? '#c41626' : '#16161c';
  const r = number === 1 ? 15 : 9.5;
  const spots = faces[number].split(' ').map((place) => place.split(','));
  fill(
    node,
    el('rect', { x: 2, y: 2, width: 96, height: 96, rx: 20, fill: '#f7f4ec' }),
    el('rect', { x: 8, y: 6, width: 84, height: 84, rx: 18, fill: '#fff' }),
    spots.map(([cx, cy]) => el('circle', { cx, cy, r, fill: ink })),
  );
}

/** Shaker is the scene. */
export class Shaker {
  constructor() {
    this.dice = [1, 2, 3].map((number) => die(number));
    this.sum = el('p.dice-sum', { 'aria-hidden': 'true' });
    const label = t('dice');
    this.node = el(
      'div.shaker',
      { role: 'img', 'aria-label': label },
      el('div.dome.row', this.dice),
      this.sum,
    );
    this.open();
    setInterval(() => this.step(), 90);
  }

  /** open leaves the dice where they are. */
  open() {
    this.run = null;
    this.sum.textContent = '';
    mark(this.node, { shaking: false });
  }

  /** spin shakes the dice until the round is settled. */
  spin({ round, settles }) {
    if (this.run?.round === round) return;
    this.run = { round, settles };
    this.sum.textContent = '';
    play('roll');
    mark(this.node, { shaking: !reducedMotion() });
  }

  step() {
    if (!this.run || reducedMotion() || now() > this.run.settles - 300) return;
    const tick = Math.floor(now() / 90);
    this.dice.forEach((node, i) => {
      paint(node, ((tick * (i + 3) + i * 5) % 6) + 1);
      const x = ((tick * (7 + i)) % 5) * 6 - 12;
      const y = ((tick * (5 + i)) % 7) * 6 - 18;
      const turn = (tick * (47 + 13 * i)) % 360;
      node.style.transform = `translate(${x}%, ${y}%) rotate(${turn}deg)`;
    });
  }

  land({ dice }, { round, settles }) {
    this.run = { round, settles };
    mark(this.node, { shaking: false });
    this.dice.forEach((node, i) => {
      paint(node, dice[i]);
      node.style.transform = `rotate(${[-9, 5, 14][i]}deg)`;
    });
    this.sum.textContent = String(dice.reduce((a, b) => a + b, 0));
  }
}
