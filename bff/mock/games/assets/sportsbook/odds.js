// Buttons of odds.
import { t } from '../frame/boot.js';
import { el, icon, press } from '../frame/dom.js';
import { price } from '../frame/numbers.js';
import { play } from '../frame/sound.js';

/** tipKey identifies a pick of a market of a match. */
export const tipKey = ({ match, market, pick }) => `${match}_${market}_${pick}`;

const FLASH = 2500; // milliseconds for which a button shows that its odd has changed

/** OddButton is a pick with its odd; pressing it adds it to the slip or removes it. */
class OddButton {
  constructor(slip, match, market, pick) {
    this.slip = slip;
    this.label = el('span.pick.ellipsis', { dir: 'auto' });
    this.value = el('bdi.value');
    this.node = el('button.odd', { onclick: () => this.press() }, this.label, this.value);
    this.update(match, market, pick);
  }

  get tip() {
    const { match, market, pick } = this;
    return { match: match.id, market: market.key, pick: pick.key, odd: pick.odd };
  }

  update(match, market, pick) {
    const before = this.pick;
    Object.assign(this, { match, market, pick });
    if (before?.name !== pick.name) this.label.textContent = pick.name;
    if (before?.odd !== pick.odd) this.showOdd(before?.odd, pick.odd);
    this.mark();
  }

  get name() {
    return `${this.match.home} – ${this.match.away}`;
  }

  showOdd(before, now) {
    this.value.replaceChildren(now ? price(now) : icon('lock'));
    this.node.disabled = !now;
    const odd = now ? price(now) : t('closed');
    this.node.ariaLabel = `${this.name}, ${this.market.name}: ${this.pick.name}, ${odd}`;
    if (!before || !now) return;
    this.node.dataset.moved = now > before ? 'up' : 'down';
    clearTimeout(this.timer);
    this.timer = setTimeout(() => delete this.node.dataset.moved, FLASH);
  }

  /** mark shows whether the pick is on the slip. */
  mark() {
    const on = this.slip.has(tipKey(this.tip));
    if (this.node.ariaPressed !== String(on)) press(this.node, on);
  }

  press() {
    play('click');
    this.slip.toggle({
      ...this.tip,
      now: this.pick.odd,
      name: this.name,
      question: this.market.name,
      answer: this.pick.name,
    });
  }
}

/** OddRow is the buttons of one market, which are kept while their odds change. */
export class OddRow {
  constructor(slip) {
    this.slip = slip;
    this.node = el('div.odds');
    this.buttons = new Map();
  }

  update(match, market) {
    const picks = market?.picks ?? [];
    const keys = picks.map((pick) => pick.key).join();
    if (keys === this.keys) {
      for (const pick of picks) this.buttons.get(pick.key).update(match, market, pick);
      return;
    }
    this.keys = keys;
    this.buttons = new Map(
      picks.map((pick) => [pick.key, new OddButton(this.slip, match, market, pick)]),
    );
    this.node.replaceChildren(...[...this.buttons.values()].map(({ node }) => node));
    this.node.dataset.count = picks.length;
  }

  mark() {
    for (const button of this.buttons.values()) button.mark();
  }
}
