// The game show: bets on the number at which a big wheel stops.
import { boot, rate, t } from '../frame/boot.js';
import { now } from '../frame/clock.js';
import { el } from '../frame/dom.js';
import { reducedMotion } from '../frame/motion.js';
import { Floor, oddsTable } from '../live/floor.js';
import { LiveTable } from '../live/live.js';
import { WheelScene, rotate } from '../live/wheel.js';

const { segments } = boot.game.layout;
const numbers = [...new Set(segments)].sort((a, b) => a - b);
const step = 360 / segments.length;
const idleSpeed = 9; // degrees a second between the rounds
const fastSpeed = 250;
const tones = {
  1: '#e0b02a',
  2: '#2f7bf0',
  5: '#9a45e0',
  10: '#1fa860',
  20: '#f07022',
  40: '#e02a44',
};

/** MoneyWheel is the scene: the wheel, a pointer, and the boosted number. */
class MoneyWheel extends WheelScene {
  constructor() {
    super(t('wheel'), import.meta.url);
    this.boost = el('p.boost.gold.pill');
    this.node.append(this.boost);
    this.rest = 0; // the angle at which the last round stopped, and when it began to idle
    this.since = now();
  }

  open() {
    if (this.run) this.rest = this.run.to % 360;
    if (this.run) this.since = now();
    super.open();
    this.boost.textContent = '';
  }

  idle(time) {
    return reducedMotion() ? this.rest : this.rest + (idleSpeed * (time - this.since)) / 1000;
  }

  /** spin turns the wheel to the outcome's segment, once it is known. */
  spin({ round, settles, outcome }) {
    if (!outcome || this.run?.round === round) return;
    const begin = Math.min(now(), settles - 6000);
    const end = settles - 700;
    const from = this.idle(begin);
    // Off the middle of the segment, another place in each round.
    const off = (((round * 7919) % 100) / 100 - 0.5) * step * 0.7;
    const rest = -outcome.segment * step + off;
    const turns = Math.ceil((from + (fastSpeed * (end - begin)) / 2500 - rest) / 360);
    this.run = { round, begin, end, from, to: rest + turns * 360 };
    const { boosted, factor } = outcome;
    this.boost.textContent = boosted > 0 ? t('boost', { n: boosted, factor }) : '';
  }

  land(outcome, state) {
    this.spin({ ...state, outcome });
    this.call(called(outcome), 'number', tones[outcome.number]);
  }

  paint() {
    rotate(this.part('turning'), this.angle(now()));
  }

  angle(time) {
    if (!this.run) return this.idle(time);
    const { begin, end, from, to } = this.run;
    if (time >= end) return to;
    if (reducedMotion()) return from;
    return from + (to - from) * (1 - (1 - (time - begin) / (end - begin)) ** 3);
  }
}

const called = ({ number, boosted, factor }) =>
  boosted === number ? `${number} ×${factor}` : String(number);

const spots = numbers.map((n) => ({
  name: `n${n}`,
  label: String(n),
  odds: `${n}:1`,
  paint: tones[n],
}));

new LiveTable((table) => ({
  split: true,
  cloth: new Floor(table, {
    name: 'show',
    pays: ({ number }, name) => name === `n${number}`,
    spots,
  }),
  scene: new MoneyWheel(),
  disc: (n) => el('span', { style: { background: tones[n] }, text: n }),
  trends: (list) =>
    numbers.slice(-3).map((n) => {
      const ago = list.indexOf(String(n));
      return ['seldom', ago < 0 ? `${n}: –` : t('ago', { n, rounds: ago + 1 })];
    }),
  called,
  brief: ({ number }) => [String(number)],
  rules: () => [
    el('p', t('rules.wheel')),
    oddsTable(numbers.map((n) => [String(n), `${n}:1`, rate(boot.game.returns[`n${n}`])])),
  ],
}));
