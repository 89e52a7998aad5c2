// Where cards are bought: how many, at what price, and the one big button.
import { money, t } from '../frame/boot.js';
import { el, iconButton } from '../frame/dom.js';
import { play } from '../frame/sound.js';

/** Till keeps the player's choice; its owner says what pressing does. */
export class Till {
  constructor(game, { announce, press }) {
    Object.assign(this, { game, announce, at: game.price, wanted: 4 });
    this.queued = false;
    this.busy = false;
    this.key = '';
    this.room = { cards: game.cards, money: game.most };
    this.amount = el('bdi', { class: 'amount' });
    this.number = el('bdi', { class: 'amount' });
    const stepper = (label, value, less, more) =>
      el(
        'div',
        { class: 'stepper', role: 'group', 'aria-label': label },
        less,
        el('div', {}, el('span', { class: 'label', text: label }), value),
        more,
      );
    const step = (name, label, act) => iconButton(name, label, act, { class: 'step' });
    this.fewer = step('minus', t('count.less'), () => this.more(-1));
    this.plus = step('plus', t('count.more'), () => this.more(1));
    this.cheap = step('minus', t('price.less'), () => this.dearer(-1));
    this.dear = step('plus', t('price.more'), () => this.dearer(1));
    this.again = iconButton('auto', t('again'), () => this.repeat(), {
      class: 'step again',
      'aria-pressed': 'false',
    });
    this.deed = el('strong', { class: 'deed' });
    this.sum = el('bdi', { class: 'sum' });
    this.button = el(
      'button',
      { type: 'button', class: 'go', onclick: press },
      this.deed,
      this.sum,
    );
    this.node = el(
      'div',
      { class: 'till' },
      stepper(t('cards.count'), this.number, this.fewer, this.plus),
      stepper(t('price'), this.amount, this.cheap, this.dear),
      this.again,
      this.button,
    );
  }

  get price() {
    return this.game.prices[this.at];
  }

  /** most gives how many cards the round still has room for at the chosen price. */
  get most() {
    return Math.min(this.room.cards, Math.floor(this.room.money / this.price + 1e-9));
  }

  /** count gives how many cards will be bought. */
  get count() {
    return Math.min(this.wanted, this.most);
  }

  /** repeats tells whether cards are bought in every round by themselves. */
  get repeats() {
    return this.again.getAttribute('aria-pressed') === 'true';
  }

  /** rest ends buying by itself. */
  rest() {
    this.queued = false;
    this.again.setAttribute('aria-pressed', 'false');
  }

  repeat() {
    this.again.setAttribute('aria-pressed', String(!this.repeats));
    play('click');
  }

  /** more changes the number of cards. */
  more(steps) {
    const before = this.count;
    this.wanted = Math.min(Math.max(before + steps, 1), Math.max(this.most, 1));
    this.changed(this.wanted !== before, t('say.cards', { n: this.wanted }));
  }

  /** dearer changes the price of a card. */
  dearer(steps) {
    const before = this.at;
    this.at = Math.min(Math.max(before + steps, 0), this.game.prices.length - 1);
    this.changed(this.at !== before, t('say.price', { amount: money(this.price) }));
  }

  changed(really, words) {
    if (!really) return;
    play('click');
    this.announce(words);
    this.paint();
  }

  /** show takes what the hall says: the player's bets, and whether cards are on sale. */
  show({ bets }, selling) {
    // What is ordered for the next round has that round's room.
    const held = selling ? bets : [];
    this.room = {
      cards: this.game.cards - held.reduce((sum, b) => sum + b.cards.length, 0),
      money:
        this.game.most -
        held.reduce((sum, b) => sum + Math.round(b.price * b.cards.length * 100) / 100, 0),
    };
    this.selling = selling;
    this.paint();
  }

  paint() {
    const { count, busy, queued } = this;
    const full = count < 1;
    const key = [count, this.at, busy, queued, this.selling, this.room.cards].join();
    if (key === this.key) return;
    this.key = key;
    this.node.dataset.state = queued ? 'queued' : this.selling ? 'sale' : 'wait';
    this.number.textContent = String(Math.max(count, 1));
    this.amount.textContent = money(this.price);
    this.deed.textContent = queued
      ? t('buy.queued')
      : full
        ? t('buy.full')
        : t(this.selling ? 'buy' : 'buy.next');
    this.sum.textContent = full ? '' : money(count * this.price);
    this.button.disabled = busy || full;
    this.fewer.disabled = queued || count <= 1;
    this.plus.disabled = queued || count >= this.most;
    this.cheap.disabled = queued || this.at === 0;
    this.dear.disabled = queued || this.at === this.game.prices.length - 1;
  }
}
