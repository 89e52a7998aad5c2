// The two hands of a round, card by card as the dealer deals them.
import { t } from '../frame/boot.js';
import { now } from '../frame/clock.js';
import { el } from '../frame/dom.js';
import { play } from '../frame/sound.js';
import { card, handNode } from '../live/card.js';

const first = 1500; // milliseconds from the close of the bets to the first card

/** Hands is the scene. sides are [name, label]; deal(outcome) lists [side, card] in order. */
export class Hands {
  constructor({ sides, deal, score, gap }) {
    Object.assign(this, { deal, score, gap, round: null, outcome: null });
    this.sides = new Map(sides.map(([name]) => [name, handNode(name, 'h2')]));
    for (const [name, label] of sides) {
      const { node, label: title } = this.sides.get(name);
      title.textContent = label;
      node.setAttribute('aria-label', label);
    }
    this.banner = el('p.banner.gold.pill', { hidden: true, 'aria-hidden': 'true' });
    const nodes = [...this.sides.values()].map((side) => side.node);
    this.node = el('div.hands', nodes, this.banner);
    setInterval(() => this.step(), 120);
  }

  /** open removes the cards. */
  open() {
    this.round = null;
    this.outcome = null;
    this.banner.hidden = true;
    for (const { cards, score, node } of this.sides.values()) {
      cards.replaceChildren();
      score.textContent = '';
      node.classList.remove('ahead');
    }
  }

  /** spin begins to deal once the cards are known. */
  spin({ round, closes, outcome }) {
    if (!outcome || this.round === round) return;
    this.open();
    Object.assign(this, { round, closes, outcome, queue: this.deal(outcome), dealt: [] });
    this.step();
  }

  step() {
    if (!this.outcome) return;
    const due = Math.floor((now() - this.closes - first) / this.gap) + 1;
    while (this.dealt.length < Math.min(due, this.queue.length)) this.lay();
  }

  lay() {
    const [name, code] = this.queue[this.dealt.length];
    this.dealt.push([name, code]);
    const side = this.sides.get(name);
    side.cards.append(card(code).node);
    play('click');
    const own = this.dealt.filter(([of]) => of === name);
    side.score.textContent = this.score(own.map(([, dealt]) => dealt));
  }

  /** land deals the rest and shows the winner. */
  land(outcome, state) {
    this.spin({ ...state, outcome });
    while (this.dealt.length < this.queue.length) this.lay();
    this.sides.get(outcome.winner)?.node.classList.add('ahead');
    this.banner.textContent = t(`wins.${outcome.winner}`);
    this.banner.hidden = false;
  }
}
