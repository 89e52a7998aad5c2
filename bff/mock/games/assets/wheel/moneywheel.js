// The wheel of the show: 54 segments, a pointer, and the boosted number before it turns.
import { boot, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { reducedMotion } from '../frame/motion.js';
import { tableTime } from '../live/clock.js';

const { segments } = boot.game.layout;
const STEP = 360 / segments.length;
const IDLE = 9; // degrees a second between the rounds
const FAST = 250;

/** toneOf is the colour of a number. */
export const toneOf = (n) =>
  ({ 1: '#e0b02a', 2: '#2f7bf0', 5: '#9a45e0', 10: '#1fa860', 20: '#f07022', 40: '#e02a44' })[n];

const polar = (r, degrees) => {
  const a = ((degrees - 90) * Math.PI) / 180;
  return `${(r * Math.cos(a)).toFixed(2)} ${(r * Math.sin(a)).toFixed(2)}`;
};

function face() {
  const parts = segments.map((n, i) => {
    const from = (i - 0.5) * STEP;
    const to = from + STEP;
    return `<path fill="${toneOf(n)}" stroke="#fff6d8" stroke-width=".5" d="M${polar(34, from)}L${polar(92, from)}A92 92 0 0 1 ${polar(92, to)}L${polar(34, to)}A34 34 0 0 0 ${polar(34, from)}Z"/>
      <text transform="rotate(${i * STEP}) translate(0 -81)" text-anchor="middle" fill="#fff" font-size="7.6" font-weight="850">${n}</text>`;
  });
  const pegs = segments.map(
    (_, i) => `<circle transform="rotate(${(i + 0.5) * STEP})" cy="-94" r="1.3" fill="#fff3c8"/>`,
  );
  return `<defs><linearGradient id="brass" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff0bd"/><stop offset=".5" stop-color="#c8932f"/><stop offset=".65" stop-color="#f7dc8f"/><stop offset="1" stop-color="#7a5213"/></linearGradient>
    <radialGradient id="shade"><stop offset=".3" stop-color="#fff" stop-opacity=".22"/><stop offset="1" stop-color="#000" stop-opacity=".32"/></radialGradient></defs>
    <circle r="98" fill="url(#brass)"/>${parts.join('')}<circle r="92" fill="url(#shade)"/>
    ${pegs.join('')}<circle r="34" fill="url(#brass)"/><circle r="30" class="hub"/>
    <path class="hub-star" d="M0-20 5.9-6.2 20.9-5 9.5 4.8 13 19.4 0 11.6-13 19.4-9.5 4.8-20.9-5-5.9-6.200Z"/>`;
}

/** MoneyWheel draws the scene. */
export class MoneyWheel {
  constructor() {
    this.turning = el('g');
    this.turning.innerHTML = face();
    const pointer = el('path', { class: 'pointer', d: 'M-6-103H6L0-84Z' });
    const picture = el(
      'svg',
      { viewBox: '-104 -106 208 212', role: 'img', 'aria-label': t('wheel') },
      this.turning,
      pointer,
    );
    this.boost = el('p', { class: 'boost' });
    this.called = el('div', { class: 'called', hidden: true, 'aria-hidden': 'true' });
    this.node = el('div', { class: 'wheel', dir: 'ltr' }, picture, this.called, this.boost);
    this.run = null;
    this.rests = 0; // the angle at which the last round left it, at the time it did
    this.since = 0;
    requestAnimationFrame(() => this.frame());
  }

  /** open lets the wheel idle until the next round. */
  open() {
    if (this.run) {
      this.rests = this.run.to % 360;
      this.since = tableTime();
    }
    this.run = null;
    this.called.hidden = true;
    this.boost.textContent = '';
  }

  idle(now) {
    return reducedMotion() ? this.rests : this.rests + (IDLE * (now - this.since)) / 1000;
  }

  /** spin turns the wheel to where it must stop, once that is known. */
  spin({ round, settles, outcome }) {
    if (!outcome || this.run?.round === round) return;
    if (!this.since) this.since = tableTime();
    const begun = Math.min(tableTime(), settles - 6000);
    const from = this.idle(begun);
    const seconds = (settles - 700 - begun) / 1000;
    // Off the middle of the segment: a wheel that always stopped there would be rigged.
    const off = (((round * 7919) % 100) / 100 - 0.5) * STEP * 0.7;
    const rest = -outcome.segment * STEP + off;
    const turns = Math.ceil((from + FAST * seconds * 0.4 - rest) / 360);
    this.run = { round, begun, ends: settles - 700, from, to: rest + turns * 360 };
    if (outcome.boosted > 0) {
      this.boost.textContent = t('boost', { n: outcome.boosted, factor: outcome.factor });
    }
  }

  /** land shows the number. */
  land(outcome, state) {
    this.spin({ ...state, outcome });
    const boosted = outcome.boosted === outcome.number ? ` ×${outcome.factor}` : '';
    this.called.textContent = `${outcome.number}${boosted}`;
    this.called.style.background = toneOf(outcome.number);
    this.called.hidden = false;
  }

  frame() {
    requestAnimationFrame(() => this.frame());
    if (document.hidden) return;
    this.turning.setAttribute('transform', `rotate(${(this.angle(tableTime()) % 360).toFixed(2)})`);
  }

  angle(now) {
    const { run } = this;
    if (!run) {
      if (!this.since && now > 0) this.since = now;
      return this.idle(now);
    }
    if (now >= run.ends || reducedMotion()) return now >= run.ends ? run.to : run.from;
    const s = (now - run.begun) / (run.ends - run.begun);
    // Quick off, then ever slower, and still at the end.
    return run.from + (run.to - run.from) * (1 - (1 - s) ** 3);
  }
}
