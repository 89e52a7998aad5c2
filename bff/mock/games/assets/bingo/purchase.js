// The purchase of cards: how many, at what price, and the button.
import { boot, money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { play } from '../frame/sound.js';
import { Stake, stepper } from '../frame/stake.js';
import { AutoBet } from '../rounds/bet.js';
import { sumOf } from '../rounds/round.js';

const { game } = boot;

/** Purchase keeps the player's choice. */
export class Purchase extends AutoBet {
  constructor({ announce, press }) {
    super(press);
    Object.assign(this, { announce, wanted: 4, limits: { cards: game.cards, money: game.most } });
    this.number = stepper({
      label: t('cards.count'),
      less: t('count.less'),
      more: t('count.more'),
      move: (steps) => this.add(steps),
    });
    const words = {
      label: t('price'),
      less: t('price.less'),
      more: t('price.more'),
      say: (amount) => t('say.price', { amount }),
    };
    const changed = () => this.paint();
    this.steps = new Stake(game.prices, game.price, { announce, changed, words });
    this.node = el(
      'div.purchase',
      this.number.node,
      this.steps.node,
      this.again.node,
      this.go.node,
    );
  }

  get price() {
    return this.steps.value;
  }

  /** most gives how many cards the round's limits allow at the chosen price. */
  get most() {
    return Math.min(this.limits.cards, Math.floor(this.limits.money / this.price + 1e-9));
  }

  /** count gives how many cards will be bought. */
  get count() {
    return Math.min(this.wanted, this.most);
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

  /** show takes the player's bets, and whether cards are on sale. */
  show({ bets }, selling) {
    // An order for the next round has that round's limits.
    const held = selling ? bets : [];
    const spent = sumOf(held.map((bet) => bet.price * bet.cards.length));
    const cards = held.reduce((sum, bet) => sum + bet.cards.length, 0);
    this.limits = { cards: game.cards - cards, money: game.most - spent };
    this.selling = selling;
    this.paint();
  }

  paint() {
    const { count, queued, selling } = this;
    const full = count < 1;
    this.node.dataset.state = queued ? 'queued' : selling ? 'sale' : 'wait';
    this.number.amount.textContent = String(Math.max(count, 1));
    this.number.less.disabled = queued || count <= 1;
    this.number.more.disabled = queued || count >= this.most;
    this.steps.lock(queued);
    const buy = selling ? 'buy' : 'buy.next';
    const text = t(queued ? 'buy.queued' : full ? 'buy.full' : buy);
    this.go.set(text, full ? '' : money(count * this.price), !this.busy && !full);
  }
}
