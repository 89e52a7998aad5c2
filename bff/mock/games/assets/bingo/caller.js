// The ball that was called last, those before it, and the countdown of the sale.
import { t } from '../frame/boot.js';
import { el } from '../frame/dom.js';

/** ball draws one ball; its colour goes by tens. */
function ball(number, name = '') {
  const tens = Math.min(Math.floor(number / 10), 8);
  return el('span', { class: `ball d${tens} ${name}` }, el('b', { text: String(number) }));
}

/** Caller is the head of the hall. */
export class Caller {
  constructor(game) {
    this.game = game;
    this.seen = '';
    this.figure = el('b', { class: 'seconds' });
    this.ring = el('span', { class: 'ring' }, this.figure);
    this.now = el('div', { class: 'now' }, this.ring);
    this.trail = el('ol', { class: 'trail', 'aria-label': t('board') });
    this.line = el('p', { class: 'line' });
    this.fill = el('i');
    this.node = el(
      'div',
      { class: 'caller' },
      this.now,
      el(
        'div',
        { class: 'told' },
        this.line,
        this.trail,
        el('div', { class: 'progress', 'aria-hidden': 'true' }, this.fill),
      ),
    );
  }

  /** show changes the balls. */
  show({ round, phase, calls }) {
    const key = `${round}.${phase}`;
    if (key === this.seen) return;
    this.seen = key;
    const all = this.game.calls;
    this.fill.style.scale = `${calls.length / all} 1`;
    this.trail.replaceChildren(
      ...calls
        .slice(0, -1)
        .slice(-6)
        .reverse()
        .map((n) => el('li', {}, ball(n))),
    );
    if (calls.length === 0) {
      this.now.replaceChildren(this.ring);
      this.line.textContent = phase === 'buying' ? t('countdown') : t('starts');
    } else {
      this.now.replaceChildren(ball(calls.at(-1), 'big'));
      this.line.textContent = phase === 'over' ? t('over') : t('ball.of', { n: calls.length, all });
    }
  }

  /** tick moves the countdown: now in the casino's milliseconds. */
  tick({ closes, calls }, now) {
    if (calls.length) return;
    const left = Math.max(closes - now, 0);
    this.figure.textContent = String(Math.ceil(left / 1000));
    this.ring.style.setProperty('--left', `${(left / this.game.betting) * 360}deg`);
    this.ring.classList.toggle('soon', left < 6000);
  }
}
