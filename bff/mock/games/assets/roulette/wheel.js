// The wheel: a bowl, a rotor of 37 pockets, and a ball that comes to rest in one of them.
import { boot, t } from '../frame/boot.js';
import { now } from '../frame/clock.js';
import { reducedMotion } from '../frame/motion.js';
import { WheelScene, drawn, gold, gradient, polar, rotate, sector } from '../live/wheel.js';
import { colourOf } from './bets.js';

const { wheel } = boot.game.layout;
const step = 360 / wheel.length;
const rotorSpeed = -26; // degrees a second
const ballSpeed = 400;
const edge = 91; // distances of the ball from the middle
const pocketRadius = 55.5;

const paint = {
  red: ['#c8202f', '#8a101c'],
  black: ['#1c1c22', '#0c0c10'],
  green: ['#12925a', '#0a5e39'],
};

function rotor() {
  const pockets = wheel.map((n, i) => {
    const from = (i - 0.5) * step;
    const to = from + step;
    const [bright, dark] = paint[colourOf(n)];
    return `<path fill="${bright}" d="${sector(63, 79, from, to)}"/><path fill="${dark}" d="${sector(49, 63, from, to)}"/>
      <text transform="rotate(${i * step}) translate(0 -68.4)" text-anchor="middle" fill="#fff" font-size="7.2" font-weight="800">${n}</text>
      <path d="M${polar(49, to)}L${polar(79, to)}" stroke="#e8cf8e" stroke-width=".7"/>`;
  });
  const arms = [0, 90, 180, 270].map(
    (a) =>
      `<g transform="rotate(${a})"><path fill="url(#gold)" d="M-2.5-8h5l-1-22h-3Z"/><circle cy="-32" r="4.5" fill="url(#gold)"/></g>`,
  );
  return `<circle r="79" fill="#111"/>${pockets.join('')}
    <circle r="79" fill="none" stroke="url(#gold)" stroke-width="1.6"/>
    <circle r="63" fill="none" stroke="#e8cf8e" stroke-width=".8"/>
    <circle r="49" fill="url(#cone)" stroke="url(#gold)" stroke-width="1.6"/>
    ${arms.join('')}<circle r="11" fill="url(#gold)"/><circle r="6" fill="#fff3c8" opacity=".6"/>`;
}

function bowl() {
  const studs = Array.from({ length: 8 }, (_, i) => {
    const shape = i % 2 ? 'M-5 0 0-2 5 0 0 2Z' : 'M0-5.5 2 0 0 5.5-2 0Z';
    return `<path fill="url(#gold)" transform="rotate(${i * 45 + 22.5}) translate(0 -87)" d="${shape}"/>`;
  });
  const wood = { 0.78: '#2e140a', 0.86: '#6e3417', 0.95: '#a05a28', 1: '#4a200e' };
  const cone = { 0: '#c77b3a', 0.7: '#7a3b17', 1: '#3c1a0b' };
  return `<defs>${gold}${gradient('radial', 'id="wood"', wood)}${gradient('radial', 'id="cone"', cone)}
    ${gradient('radial', 'id="ivory" cx=".35" cy=".3"', { 0: '#fff', 1: '#b9b3a6' })}</defs>
    <circle r="99" fill="url(#gold)"/><circle r="96.5" fill="url(#wood)"/>
    <circle r="92" fill="none" stroke="#1d0c05" stroke-opacity=".5" stroke-width="5"/>${studs.join('')}`;
}

const ivory = `<circle cx="0.8" cy="1.5" r="3.6" fill="#000" opacity=".45"/>
  <circle r="3.5" fill="url(#ivory)"/>`;

// The ball's distance from the middle, by the share of its way.
const fall = Object.entries({ 0: 91, 0.58: 90, 0.72: 78, 0.79: 82, 0.87: 62, 0.92: 66, 1: 55.5 })
  .map(([share, radius]) => [Number(share), radius])
  .sort((a, b) => a[0] - b[0]);

function radiusAt(share) {
  const i = Math.max(
    fall.findIndex(([at]) => at >= share),
    1,
  );
  const [[a, from], [b, to]] = [fall[i - 1], fall[i]];
  const s = (share - a) / (b - a);
  return from + (to - from) * s * s * (3 - 2 * s);
}

/** Wheel is the scene. */
export class Wheel extends WheelScene {
  constructor() {
    const groups = [drawn(bowl()), drawn(rotor()), drawn(ivory, 'g.ball')];
    super('-100 -100 200 200', t('wheel'), groups);
    [, this.rotor, this.ball] = groups;
    this.pocket = null; // of the last outcome
  }

  /** spin starts the ball; once the outcome is known, it computes the way to its pocket. */
  spin({ round, closes, settles, outcome }) {
    if (this.run?.round !== round) this.run = { round, closes, settles, known: null };
    if (!outcome || this.run.known !== null) return;
    this.pocket = wheel.indexOf(outcome.number);
    const known = Math.min(Math.max(now(), closes + 1000), closes + 3000);
    const from = (ballSpeed * (known - closes)) / 1000;
    const seconds = (settles - known) / 1000;
    const rest = this.turned(settles) + this.pocket * step;
    const way = ballSpeed * seconds * 0.42;
    const turns = Math.round((from + way - rest) / 360);
    Object.assign(this.run, { known, from, to: rest + turns * 360, seconds });
  }

  land({ number }) {
    this.call(String(number), colourOf(number));
    this.pocket = wheel.indexOf(number);
  }

  /** turned gives the angle of the rotor. It counts from the hour: large angles lose decimals. */
  turned(time) {
    return (rotorSpeed * (time % 3_600_000)) / 1000;
  }

  paint() {
    const time = now();
    const turned = reducedMotion() ? 0 : this.turned(time);
    rotate(this.rotor, turned);
    const place = this.place(time, turned);
    this.ball.toggleAttribute('hidden', place === null);
    if (place) rotate(this.ball, place.angle, `translate(0 ${(-place.radius).toFixed(2)})`);
  }

  /** place gives where the ball is, null where it is not seen. */
  place(time, turned) {
    const { run, pocket } = this;
    if (!run || time >= run.settles)
      return pocket === null ? null : { angle: turned + pocket * step, radius: pocketRadius };
    if (reducedMotion()) return null;
    if (run.known === null || time < run.known)
      return { angle: (ballSpeed * (time - run.closes)) / 1000, radius: edge };
    const s = Math.min((time - run.known) / (run.settles - run.known), 1);
    // A cubic from the ball's speed to the rotor's.
    const angle =
      (2 * s ** 3 - 3 * s ** 2 + 1) * run.from +
      (s ** 3 - 2 * s ** 2 + s) * run.seconds * ballSpeed +
      (3 * s ** 2 - 2 * s ** 3) * run.to +
      (s ** 3 - s ** 2) * run.seconds * rotorSpeed;
    return { angle, radius: radiusAt(s) };
  }
}
