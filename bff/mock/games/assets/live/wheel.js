// The wheel: a rotor of pockets, and a ball that comes to rest in one of them.
import { boot, t } from '../frame/boot.js';
import { now } from '../frame/calls.js';
import { el } from '../frame/dom.js';

const { red } = boot.game;
// The pockets of the European wheel, clockwise.
const wheel = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14,
  31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
];
const step = 360 / wheel.length;
const still = window.matchMedia('(prefers-reduced-motion: reduce)');

/** at gives a point at a distance from the middle and an angle from the top, in degrees. */
function at(radius, angle) {
  const turn = ((angle - 90) * Math.PI) / 180;
  return `${(radius * Math.cos(turn)).toFixed(2)} ${(radius * Math.sin(turn)).toFixed(2)}`;
}

function pocket(n, i) {
  const [from, to] = [(i - 0.5) * step, (i + 0.5) * step];
  const d = `M${at(90, from)}A90 90 0 0 1 ${at(90, to)}L${at(52, to)}A52 52 0 0 0 ${at(52, from)}Z`;
  const fill = n === 0 ? '#12925a' : red.includes(n) ? '#c0273a' : '#16161c';
  return el(
    'g',
    el('path', { d, fill, stroke: '#d9b45c', 'stroke-width': '0.8' }),
    el('text', { transform: `rotate(${i * step}) translate(0 -77)`, text: String(n) }),
  );
}

/** Wheel turns by itself. take(state) starts the ball, which rests in its pocket when bets are paid. */
export class Wheel {
  constructor() {
    this.rotor = el('g', wheel.map(pocket), el('circle', { r: '50', fill: '#4a2412' }));
    this.ball = el('circle', { r: '4.5', fill: '#fff', hidden: true });
    this.node = el(
      'svg.wheel',
      { viewBox: '-100 -100 200 200', role: 'img', 'aria-label': t('wheel') },
      el('circle', { r: '99', fill: '#d9b45c' }),
      el('circle', { r: '95', fill: '#2c140a' }),
      this.rotor,
      this.ball,
      el('circle', { r: '14', fill: '#d9b45c' }),
    );
  }

  take({ outcome, closes, settles }) {
    this.run =
      outcome === undefined ? null : { closes, settles, at: wheel.indexOf(Number(outcome)) };
  }

  paint() {
    const time = now();
    const turned = still.matches ? 0 : -((time % 3_600_000) / 60) % 360;
    this.rotor.setAttribute('transform', `rotate(${turned.toFixed(2)})`);
    this.ball.toggleAttribute('hidden', !this.run);
    if (!this.run) return;
    const { closes, settles, at: index } = this.run;
    const rest = still.matches ? 0 : Math.max(settles - time, 0) / (settles - closes);
    const angle = turned + index * step + 1800 * rest ** 1.7;
    this.ball.setAttribute('transform', `translate(${at(60 + 32 * Math.min(rest * 2, 1), angle)})`);
  }
}
