// Where the ball and the players are at any moment of a match: computed from the casino's
// attacks alone, so that a page that comes late shows the same.
import { boot } from '../frame/boot.js';

const { moment } = boot.game;

// Where a side stands without the ball: along the pitch from its own goal, and across it.
const formation = [
  [0.03, 0.5],
  [0.2, 0.16],
  [0.17, 0.39],
  [0.17, 0.61],
  [0.2, 0.84],
  [0.41, 0.14],
  [0.37, 0.4],
  [0.37, 0.6],
  [0.41, 0.86],
  [0.6, 0.36],
  [0.6, 0.64],
];

// When, as a share of its moment, an attack reaches its three ways and its end.
const beats = [0.3, 0.54, 0.76, 0.92];
const centre = { x: 0.5, y: 0.5 };

/** seen turns a place of a side's attack (along, across) into one on the pitch. */
const seen = (side, along, across) =>
  side === 0 ? { x: along, y: across } : { x: 1 - along, y: 1 - across };

const smooth = (u) => u * u * (3 - 2 * u);
const mix = (a, b, u) => a + (b - a) * u;

/** ended gives where an attack leaves the ball. */
function ended({ side, end, ways, aim }) {
  if (end === 'goal') return seen(side, 1.018, 0.5 + aim * 0.045);
  if (end === 'save') return seen(side, 0.975, 0.5 + aim * 0.04);
  if (end === 'wide')
    return seen(side, 1.03, 0.5 + Math.sign(aim || 1) * (0.09 + 0.1 * Math.abs(aim)));
  return seen(side, Math.min(ways[2][0] + 0.03, 0.9), ways[2][1]);
}

/** Play is one match. */
export class Play {
  constructor(attacks) {
    this.attacks = attacks;
    this.keys = [];
    let from = centre;
    attacks.forEach((attack, i) => {
      const begin = i * moment;
      this.keys.push({ at: begin, ...from, high: 0 });
      attack.ways.forEach(([along, across], n) => {
        const place = seen(attack.side, along, across);
        const key = { at: begin + beats[n] * moment, ...place, high: n === 0 ? 0.3 : 0.6 };
        key.side = attack.side;
        key.player = this.nearest(attack.side, place, 5);
        key.marker = this.nearest(1 - attack.side, place, 1);
        this.keys.push(key);
      });
      const end = ended(attack);
      const last = {
        at: begin + beats[3] * moment,
        ...end,
        high: attack.end === 'lost' ? 0 : 0.35,
      };
      last.side = 1 - attack.side;
      last.player = attack.end === 'lost' ? this.nearest(1 - attack.side, end, 1) : 0;
      this.keys.push(last);
      from =
        attack.end === 'goal' ? centre : attack.end === 'lost' ? end : seen(attack.side, 0.95, 0.5);
    });
  }

  /** nearest picks the player, from a number up, whose usual place is the nearest. */
  nearest(side, place, first) {
    let best = first;
    let least = Infinity;
    for (let n = first; n < formation.length; n++) {
      const at = this.usual(side, n, place);
      const far = (at.x - place.x) ** 2 + (at.y - place.y) ** 2;
      if (far < least) [best, least] = [n, far];
    }
    return best;
  }

  /** usual is where a player stands while the ball is somewhere. */
  usual(side, n, ball) {
    const [along, across] = formation[n];
    const forth = side === 0 ? ball.x : 1 - ball.x;
    const over = side === 0 ? ball.y : 1 - ball.y;
    const pull = n === 0 ? 0.04 : 0.44;
    return seen(
      side,
      Math.min(Math.max(along + (forth - 0.42) * pull, 0.02), 0.93),
      across + (over - 0.5) * (n === 0 ? 0.1 : 0.22),
    );
  }

  /** ball gives where the ball is after milliseconds of play; z is its height, 0 to 1. */
  ball(time) {
    const { keys } = this;
    if (time <= 0 || keys.length === 0) return { ...centre, z: 0 };
    let i = keys.findIndex((k) => k.at > time);
    if (i < 0) i = keys.length;
    const a = keys[i - 1];
    const b = keys[i];
    // After an attack has ended the ball rests until the next one.
    if (!b || b.at % moment === 0) return { x: a.x, y: a.y, z: 0 };
    const u = (time - a.at) / (b.at - a.at);
    const v = smooth(Math.min(u * 1.15, 1));
    return {
      x: mix(a.x, b.x, v),
      y: mix(a.y, b.y, v),
      z: b.high * Math.sin(Math.PI * Math.min(u * 1.15, 1)),
    };
  }

  /** player gives where one stands after milliseconds of play. */
  player(side, n, time, ball) {
    let { x, y } = this.usual(side, n, time < 0 ? centre : ball);
    const own = side * 11 + n;
    x += Math.sin(time / 900 + own * 1.7) * 0.008;
    y += Math.cos(time / 1100 + own * 2.3) * 0.012;
    // Two sides wait for the kick-off in their own halves.
    if (time < 0 || this.keys.length === 0) x = side === 0 ? Math.min(x, 0.47) : Math.max(x, 0.53);
    const begin = Math.floor(Math.max(time, 0) / moment) * 5 - 2;
    for (const key of this.keys.slice(Math.max(begin, 0), begin + 8)) {
      const near = key.side === side && key.player === n;
      const marks = key.marker === n && key.side === 1 - side;
      if (!near && !marks) continue;
      const pull = Math.exp(-(((time - key.at) / 330) ** 2)) * (near ? 0.97 : 0.7);
      const gap = near ? -0.012 : 0.022;
      x = mix(x, key.x + (key.side === 0 ? gap : -gap), pull);
      y = mix(y, key.y + (near ? 0 : 0.02), pull);
    }
    return { x, y };
  }

  /** score counts the goals that have been scored after milliseconds of play. */
  score(time) {
    const score = [0, 0];
    this.attacks.forEach(({ side, end }, i) => {
      if (end === 'goal' && time >= (i + beats[3]) * moment) score[side]++;
    });
    return score;
  }

  /** event tells the attack under way, whether it has ended, and for how long. */
  event(time) {
    const i = Math.floor(time / moment);
    if (time < 0 || i >= this.attacks.length) return null;
    const since = time - (i + beats[3]) * moment;
    return { index: i, attack: this.attacks[i], over: since >= 0 };
  }
}
