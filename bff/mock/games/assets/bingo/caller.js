// The ball that was called last, those before it, the countdown of the sale, and the voice.
import { boot, t } from '../frame/boot.js';
import { el, fill, mark } from '../frame/dom.js';
import { play, sounding } from '../frame/sound.js';
import { seconds } from '../rounds/round.js';

const { game } = boot;
const accents = { tr: 'tr-TR', en: 'en-GB', de: 'de-DE', ru: 'ru-RU', ar: 'ar-SA' };
const colours = ['#e5484d', '#f08a1d', '#e8b80f', '#4fae3c', '#12a594'].concat(
  ['#2b8be6', '#5b5bd6', '#a24fd0', '#e2549b'], // by tens
);

const ball = (number, size) => {
  const style = { '--c': colours[Math.min(Math.floor(number / 10), 8)] };
  return el(`span.ball.center.${size}`, { style }, el('b', String(number)));
};

/** speak says a number with the browser's voice; a browser without one plays a tone. */
export function speak(number) {
  if (!sounding()) return;
  const { speechSynthesis } = window;
  if (!speechSynthesis) {
    play('click');
    return;
  }
  const speech = new SpeechSynthesisUtterance(String(number));
  speech.lang = accents[boot.lang];
  speech.rate = 1.2;
  speechSynthesis.cancel(); // the number before, if it has not been said yet
  speechSynthesis.speak(speech);
}

/** Caller stands above the board. */
export class Caller {
  constructor() {
    this.seconds = el('b.seconds');
    this.ring = el('span.ring.center', this.seconds);
    this.now = el('div.now', this.ring);
    this.before = el('ol.before', { 'aria-label': t('board') });
    this.line = el('p.line.ellipsis');
    this.called = el('i');
    const progress = el('div.meter', { 'aria-hidden': 'true' }, this.called);
    this.node = el('div.caller.row', this.now, el('div.calls', this.line, this.before, progress));
  }

  show({ round, phase, calls }) {
    const key = `${round}.${phase}`;
    if (key === this.key) return;
    this.key = key;
    const all = game.calls;
    this.called.style.scale = `${calls.length / all} 1`;
    const before = calls.slice(-7, -1).reverse();
    fill(
      this.before,
      before.map((number) => el('li', ball(number, 'small'))),
    );
    const over = phase === 'over' ? t('over') : t('ball.of', { n: calls.length, all });
    const waiting = t(phase === 'buying' ? 'countdown' : 'starts');
    fill(this.now, calls.length ? ball(calls.at(-1), 'big') : this.ring);
    this.line.textContent = calls.length ? over : waiting;
  }

  /** tick moves the countdown; now is in the casino's milliseconds. */
  tick({ closes, calls }, now) {
    if (calls.length) return;
    const left = Math.max(closes - now, 0);
    this.seconds.textContent = seconds(closes);
    this.ring.style.setProperty('--left', `${(left / game.betting) * 360}deg`);
    mark(this.ring, { soon: left < 6000 });
  }
}
