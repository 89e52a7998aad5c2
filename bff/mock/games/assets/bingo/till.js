// Where cards are bought: how many, at what price, and the one big button.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { play } from '../frame/sound.js';
import { Stake, stepper } from '../frame/stake.js';
import { toggle } from '../frame/toggle.js';
import { goButton } from '../rounds/go.js';

/** Till keeps the player's choice; its owner says what pressing does. */
export class Till {
  constructor(game, { announce, press }) {
    Object.assign(this, { game, announce, wanted: 4 });
    this.queued = false;
    this.busy = false;
    this.key = '';
    this.room = { cards: game.cards, money: game.most };
    this.number = stepper({
      label: t('cards.count'),
      less: t('count.less'),
      more: t('count.more'),
      move: (steps) => this.add(steps),
    });
    this.steps = new Stake(game.prices, game.price, {
      announce,
      changed: () => this.paint(),
      words: {
        label: t('price'),
        less: t('price.less'),
        more: t('price.more'),
        say: (amount) => t('say.price', { amount }),
      },
    });
    this.again = toggle('auto', t('again'), { class: 'step' });
    this.go = goButton(press);
    this.node = el(
      'div',
      { class: 'till' },
      this.number.node,
      this.steps.node,
      this.again.node,
      this.go.node,
    );
  }

  get price() {
    return this.steps.value;
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
    return this.again.on();
  }

  /** rest ends buying by itself. */
  rest() {
    this.queued = false;
    this.again.set(false);
  }

  /** add changes the number of cards. */
  add(cards) {
    const before = this.count;
    this.wanted = Math.min(Math.max(before + cards, 1), Math.max(this.most, 1));
    if (this.wanted === before) return;
    play('click');
    this.announce(t('say.cards', { n: this.wanted }));
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
    const { count, busy, queued, price } = this;
    const full = count < 1;
    const key = [count, price, busy, queued, this.selling, this.room.cards].join();
    if (key === this.key) return;
    this.key = key;
    this.node.dataset.state = queued ? 'queued' : this.selling ? 'sale' : 'wait';
    this.number.amount.textContent = String(Math.max(count, 1));
    this.number.less.disabled = queued || count <= 1;
    this.number.more.disabled = queued || count >= this.most;
    this.steps.lock(queued);
    this.go.deed.textContent = queued
      ? t('buy.queued')
      : full
        ? t('buy.full')
        : t(this.selling ? 'buy' : 'buy.next');
    this.go.sum.textContent = full ? '' : money(count * price);
    this.go.node.disabled = busy || full;
  }
}
