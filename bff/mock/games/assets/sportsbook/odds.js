// The buttons that odds stand on.
import { t } from '../frame/boot.js';
import { el, icon } from '../frame/dom.js';
import { play } from '../frame/sound.js';
import { price } from '../frame/numbers.js';

/** tipKey names a pick of a market of a match. */
export const tipKey = ({ match, market, pick }) => `${match}_${market}_${pick}`;

const FLASH = 2500;

/** OddButton is a pick with its odd; pressing it puts it on the slip or takes it off. */
class OddButton {
  constructor(slip, match, market, pick) {
    Object.assign(this, { slip, match, market });
    this.label = el('span', { class: 'pick', dir: 'auto' });
    this.value = el('bdi', { class: 'value' });
    this.node = el(
      'button',
      { type: 'button', class: 'odd', onclick: () => this.press() },
      this.label,
      this.value,
    );
    this.update(match, market, pick);
  }

  get tip() {
    const { match, market, shown } = this;
    return {
      match: match.id,
      market: market.key,
      pick: shown.key,
      odd: shown.odd,
    };
  }

  update(match, market, pick) {
    const before = this.shown;
    Object.assign(this, { match, market, shown: pick });
    if (before?.name !== pick.name) this.label.textContent = pick.name;
    if (before?.odd !== pick.odd) this.price(before?.odd, pick.odd);
    this.mark();
  }

  price(before, now) {
    this.value.replaceChildren(now ? price(now) : icon('lock'));
    this.node.disabled = !now;
    this.node.setAttribute(
      'aria-label',
      `${this.match.home} – ${this.match.away}, ${this.market.name}: ${this.shown.name}, ${now ? price(now) : t('closed')}`,
    );
    if (!before || !now) return;
    this.node.dataset.moved = now > before ? 'up' : 'down';
    clearTimeout(this.calm);
    this.calm = setTimeout(() => delete this.node.dataset.moved, FLASH);
  }

  /** mark shows whether the pick is on the slip. */
  mark() {
    const on = this.slip.has(tipKey(this.tip));
    if (this.node.getAttribute('aria-pressed') !== String(on)) {
      this.node.setAttribute('aria-pressed', String(on));
    }
  }

  press() {
    play('click');
    this.slip.toggle({
      ...this.tip,
      now: this.shown.odd,
      name: `${this.match.home} – ${this.match.away}`,
      question: this.market.name,
      answer: this.shown.name,
    });
  }
}

/** OddRow is the buttons of one market, kept while its odds move. */
export class OddRow {
  constructor(slip) {
    this.slip = slip;
    this.node = el('div', { class: 'odds' });
    this.buttons = new Map();
  }

  update(match, market) {
    const picks = market?.picks ?? [];
    const keys = picks.map((pick) => pick.key).join();
    if (keys !== this.keys) {
      this.keys = keys;
      this.buttons.clear();
      for (const pick of picks) {
        this.buttons.set(pick.key, new OddButton(this.slip, match, market, pick));
      }
      this.node.replaceChildren(...[...this.buttons.values()].map((button) => button.node));
      this.node.dataset.count = picks.length;
      return;
    }
    for (const pick of picks) this.buttons.get(pick.key).update(match, market, pick);
  }

  mark() {
    for (const button of this.buttons.values()) button.mark();
  }
}
