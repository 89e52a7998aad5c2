// The wheel: a bowl, a rotor of 37 pockets, and a ball that comes to lie where it must.
import { boot, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { reducedMotion } from '../frame/motion.js';
import { tableTime } from '../live/clock.js';
import { colourOf } from './board.js';

const { wheel } = boot.game.layout;
const STEP = 360 / wheel.length;
const ROTOR = -26; // degrees a second
const BALL = 400;

const polar = (r, degrees) => {
  const a = ((degrees - 90) * Math.PI) / 180;
  return `${(r * Math.cos(a)).toFixed(2)} ${(r * Math.sin(a)).toFixed(2)}`;
};

function sector(inner, outer, from, to, fill) {
  return `<path fill="${fill}" d="M${polar(inner, from)}L${polar(outer, from)}A${outer} ${outer} 0 0 1 ${polar(outer, to)}L${polar(inner, to)}A${inner} ${inner} 0 0 0 ${polar(inner, from)}Z"/>`;
}

const paint = {
  red: ['#c8202f', '#8a101c'],
  black: ['#1c1c22', '#0c0c10'],
  green: ['#12925a', '#0a5e39'],
};

function rotor() {
  const pockets = wheel.map((n, i) => {
    const from = (i - 0.5) * STEP;
    const [bright, dark] = paint[colourOf(n)];
    return `${sector(63, 79, from, from + STEP, bright)}${sector(49, 63, from, from + STEP, dark)}
      <text transform="rotate(${i * STEP}) translate(0 -68.4)" text-anchor="middle" fill="#fff" font-size="7.2" font-weight="800">${n}</text>`;
  });
  const frets = wheel.map(
    (_, i) => `M${polar(49, (i + 0.5) * STEP)}L${polar(79, (i + 0.5) * STEP)}`,
  );
  const arms = [0, 90, 180, 270].map(
    (a) =>
      `<g transform="rotate(${a})"><path fill="url(#gold)" d="M-2.5-8h5l-1-22h-3Z"/><circle cy="-32" r="4.5" fill="url(#gold)"/></g>`,
  );
  return `<circle r="79" fill="#111"/>${pockets.join('')}
    <path d="${frets.join('')}" stroke="#e8cf8e" stroke-width=".7"/>
    <circle r="79" fill="none" stroke="url(#gold)" stroke-width="1.6"/>
    <circle r="63" fill="none" stroke="#e8cf8e" stroke-width=".8"/>
    <circle r="49" fill="url(#cone)" stroke="url(#gold)" stroke-width="1.6"/>
    ${arms.join('')}<circle r="11" fill="url(#gold)"/><circle r="6" fill="#fff3c8" opacity=".6"/>`;
}

function bowl() {
  const studs = Array.from({ length: 8 }, (_, i) => {
    const long = i % 2 === 0;
    return `<path fill="url(#gold)" transform="rotate(${i * 45 + 22.5}) translate(0 -87)" d="${long ? 'M0-5.5 2 0 0 5.5-2 0Z' : 'M-5 0 0-2 5 0 0 2Z'}"/>`;
  });
  return `<defs>
      <linearGradient id="gold" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff0bd"/><stop offset=".45" stop-color="#c8932f"/><stop offset=".6" stop-color="#f7dc8f"/><stop offset="1" stop-color="#7a5213"/></linearGradient>
      <radialGradient id="wood"><stop offset=".78" stop-color="#2e140a"/><stop offset=".86" stop-color="#6e3417"/><stop offset=".95" stop-color="#a05a28"/><stop offset="1" stop-color="#4a200e"/></radialGradient>
      <radialGradient id="cone"><stop offset="0" stop-color="#c77b3a"/><stop offset=".7" stop-color="#7a3b17"/><stop offset="1" stop-color="#3c1a0b"/></radialGradient>
      <radialGradient id="ivory" cx=".35" cy=".3"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#b9b3a6"/></radialGradient>
    </defs>
    <circle r="99" fill="url(#gold)"/><circle r="96.5" fill="url(#wood)"/>
    <circle r="92" fill="none" stroke="#1d0c05" stroke-opacity=".5" stroke-width="5"/>${studs.join('')}`;
}

// How far out the ball runs, by how much of its way is done.
const fall = [
  [0, 91],
  [0.58, 90],
  [0.72, 78],
  [0.79, 82],
  [0.87, 62],
  [0.92, 66],
  [1, 55.5],
];

function radiusAt(share) {
  const i = Math.max(
    1,
    fall.findIndex(([at]) => at >= share),
  );
  const [a, from] = fall[i - 1];
  const [b, to] = fall[i];
  const s = (share - a) / (b - a);
  return from + (to - from) * s * s * (3 - 2 * s);
}

/** Wheel draws the scene. */
export class Wheel {
  constructor() {
    this.rotor = el('g');
    this.ball = el('g', { class: 'ball' });
    this.called = el('div', { class: 'called', hidden: true, 'aria-hidden': 'true' });
    const picture = el('svg', {
      viewBox: '-100 -100 200 200',
      role: 'img',
      'aria-label': t('wheel'),
    });
    const bottom = el('g');
    bottom.innerHTML = bowl();
    this.rotor.innerHTML = rotor();
    this.ball.innerHTML =
      '<circle cx="0.8" cy="1.5" r="3.6" fill="#000" opacity=".45"/><circle r="3.5" fill="url(#ivory)"/>';
    picture.append(bottom, this.rotor, this.ball);
    this.node = el('div', { class: 'wheel', dir: 'ltr' }, picture, this.called);
    this.run = null;
    requestAnimationFrame(() => this.frame());
  }

  /** open clears the wheel for the next round; the ball lies where it fell. */
  open() {
    this.called.hidden = true;
    this.run = null;
  }

  /** spin sends the ball off, and once the outcome is known towards its pocket. */
  spin({ round, closes, settles, outcome }) {
    if (this.run?.round !== round) this.run = { round, closes, settles, pocket: null };
    if (!outcome || this.run.pocket !== null) return;
    const known = Math.min(Math.max(tableTime(), closes + 1000), closes + 3000);
    const pocket = wheel.indexOf(outcome.number);
    const from = (BALL * (known - closes)) / 1000;
    const seconds = (settles - known) / 1000;
    const rest = (ROTOR * (settles % 3_600_000)) / 1000 + pocket * STEP;
    const way = BALL * seconds * 0.42;
    const turns = Math.round((from + way - rest) / 360);
    Object.assign(this.run, { pocket, known, from, to: rest + turns * 360, seconds });
    this.lies = pocket;
  }

  /** land calls the number. */
  land({ number }) {
    this.called.textContent = String(number);
    this.called.className = `called ${colourOf(number)}`;
    this.called.hidden = false;
    this.lies = wheel.indexOf(number);
  }

  frame() {
    requestAnimationFrame(() => this.frame());
    if (this.node.offsetParent === null || document.hidden) return;
    const now = tableTime();
    // Counted from the hour: large angles lose their decimals.
    const turned = reducedMotion() ? 0 : (ROTOR * (now % 3_600_000)) / 1000;
    this.rotor.setAttribute('transform', `rotate(${(turned % 360).toFixed(2)})`);
    const place = this.place(now, turned);
    this.ball.toggleAttribute('hidden', place === null);
    if (!place) return;
    this.ball.setAttribute(
      'transform',
      `rotate(${(place.angle % 360).toFixed(2)}) translate(0 ${(-place.radius).toFixed(2)})`,
    );
  }

  /** place is where the ball is, or null where it cannot be seen. */
  place(now, turned) {
    const { run } = this;
    const lying =
      this.lies === undefined ? null : { angle: turned + this.lies * STEP, radius: 55.5 };
    if (!run) return lying;
    if (now >= run.settles) return lying;
    if (reducedMotion()) return null;
    if (run.pocket === null || now < run.known) {
      return { angle: (BALL * (now - run.closes)) / 1000, radius: 91 };
    }
    const s = Math.min((now - run.known) / (run.settles - run.known), 1);
    const angle =
      (2 * s ** 3 - 3 * s ** 2 + 1) * run.from +
      (s ** 3 - 2 * s ** 2 + s) * run.seconds * BALL +
      (3 * s ** 2 - 2 * s ** 3) * run.to +
      (s ** 3 - s ** 2) * run.seconds * ROTOR;
    return { angle, radius: radiusAt(s) };
  }
}
