// The two hands of a round, card by card as the dealer lays them.
import { t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { play } from '../frame/sound.js';
import { card } from '../live/card.js';
import { tableTime } from '../live/clock.js';

const FIRST = 1500; // milliseconds after the close

/** Hands draws the scene. sides are [name, label]; deal(outcome) lists [side, card] in order. */
export class Hands {
  constructor({ sides, deal, score, gap }) {
    Object.assign(this, { deal, score, gap });
    this.sides = new Map(
      sides.map(([name, label]) => {
        const cards = el('div', { class: 'hand-cards', dir: 'ltr' });
        const sum = el('bdi', { class: 'hand-score' });
        const node = el(
          'section',
          { class: `hand ${name}`, 'aria-label': label },
          el('h2', { class: 'hand-name' }, el('span', { text: label }), sum),
          cards,
        );
        return [name, { node, cards, sum }];
      }),
    );
    this.banner = el('p', { class: 'banner', hidden: true, 'aria-hidden': 'true' });
    this.node = el(
      'div',
      { class: 'hands' },
      ...[...this.sides.values()].map((side) => side.node),
      this.banner,
    );
    this.round = null;
    setInterval(() => this.step(), 120);
  }

  /** open takes the cards away. */
  open() {
    this.round = null;
    this.outcome = null;
    this.banner.hidden = true;
    for (const side of this.sides.values()) {
      side.cards.replaceChildren();
      side.sum.textContent = '';
      side.node.classList.remove('ahead');
    }
  }

  /** spin begins to deal once the cards are known. */
  spin({ round, closes, outcome }) {
    if (!outcome || this.round === round) return;
    this.open();
    Object.assign(this, { round, closes, outcome, queue: this.deal(outcome), laid: [] });
    this.step();
  }

  step() {
    if (!this.outcome) return;
    const due = Math.floor((tableTime() - this.closes - FIRST) / this.gap) + 1;
    while (this.laid.length < Math.min(due, this.queue.length)) this.lay();
  }

  lay() {
    const [name, code] = this.queue[this.laid.length];
    this.laid.push([name, code]);
    const side = this.sides.get(name);
    side.cards.append(card(code).node);
    play('click');
    side.sum.textContent = this.score(this.laid.filter(([of]) => of === name).map(([, of]) => of));
  }

  /** land lays what is left and says who has won. */
  land(outcome, state) {
    this.spin({ ...state, outcome });
    while (this.laid.length < this.queue.length) this.lay();
    for (const [name, side] of this.sides)
      side.node.classList.toggle('ahead', name === outcome.winner);
    this.banner.textContent = t(`wins.${outcome.winner}`);
    this.banner.hidden = false;
  }
}
