// The glass dome with the three dice.
import { t } from '../frame/boot.js';
import { now } from '../frame/clock.js';
import { el, mark } from '../frame/dom.js';
import { reducedMotion } from '../frame/motion.js';
import { loadPicture } from '../frame/pictures.js';
import { play } from '../frame/sound.js';

loadPicture('dice.svg', import.meta.url).then((svg) => document.body.append(svg));

/** die draws a die. */
export function die(number) {
  const face = el('use', { href: `#die-${number}` });
  return el('svg.die', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, face);
}

const paint = (node, number) => node.firstChild.setAttribute('href', `#die-${number}`);

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
