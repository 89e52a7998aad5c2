// The head of the page: the drum, the drawn balls, the countdown, and past draws.
import { boot, t } from '../frame/boot.js';
import { el, fill, mark, write } from '../frame/dom.js';
import { seconds } from '../rounds/round.js';
import { ball, balls } from './balls.js';
import { Drum } from './drum.js';

const { game } = boot;

/** Head shows the draw. */
export class Head {
  constructor(openPast) {
    this.drum = new Drum();
    this.count = el('b.count');
    this.words = el('span.words');
    this.slots = el('ol.slots', { dir: 'ltr', 'aria-label': t('balls') });
    this.past = el('button.past.row', { onclick: openPast });
    const countdown = el('p.countdown', this.count, this.words);
    this.node = el(
      'div.head',
      el('div.glass', this.drum.node),
      el('div.progress', countdown, this.slots),
    );
    this.shown = {};
    this.painted = 0;
  }

  /** show shows the balls; new ones roll in if the page has shown those before. */
  show(table) {
    this.table = table;
    const { balls: drawn, phase, round, past } = table;
    this.drum.show(drawn, phase.startsWith('draw'));
    const { shown } = this;
    if (shown.round === round && shown.count === drawn.length) return;
    const rolls = shown.round === round ? shown.count : drawn.length;
    this.shown = { round, count: drawn.length };
    const slots = Array.from({ length: game.drawn }, (_, i) =>
      drawn[i] ? el('li', ball(drawn[i], i >= rolls ? 'fresh' : 'large')) : el('li.empty'),
    );
    fill(this.slots, slots);
    const rows = past.slice(0, 4).map((draw) => balls(draw.balls));
    fill(this.past, el('span.label', t('past')), rows);
  }

  paint(now, time) {
    const { phase, closes, ends, balls: drawn } = this.table;
    const betting = phase === 'betting';
    const draws = phase.startsWith('draw');
    write(this.count, draws ? `${drawn.length}/${game.drawn}` : seconds(betting ? closes : ends));
    write(this.words, t(betting ? 'countdown' : draws ? 'drawing' : 'next'));
    mark(this.node, { soon: betting && closes - now <= 10_000 });
    this.drum.draw(time - this.painted);
    this.painted = time;
  }
}
