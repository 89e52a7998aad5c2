// The wheel: a bowl, a rotor of 37 pockets, and a ball that comes to rest in one of them.
import { boot, t } from '../frame/boot.js';
import { now } from '../frame/clock.js';
import { reducedMotion } from '../frame/motion.js';
import { WheelScene, rotate } from '../live/wheel.js';
import { colourOf } from './bets.js';

const { wheel } = boot.game.layout;
const step = 360 / wheel.length;
const rotorSpeed = -26; // degrees a second
const ballSpeed = 400;
const edge = 91; // distances of the ball from the middle
const pocketRadius = 55.5;

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
    super(t('wheel'), import.meta.url);
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
    rotate(this.part('rotor'), turned);
    const place = this.place(time, turned);
    const ball = this.part('ball');
    ball.toggleAttribute('hidden', place === null);
    if (place) rotate(ball, place.angle, `translate(0 ${(-place.radius).toFixed(2)})`);
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
