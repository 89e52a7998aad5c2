// Where bets are placed: the stake of each chosen pick, and the one big button.
import { money, t } from '../frame/boot.js';
import { el, iconButton } from '../frame/dom.js';
import { play } from '../frame/sound.js';

/** Slip keeps the stake; its owner says what pressing does. */
export class Slip {
  constructor({ stakes, stake }, { announce, press }) {
    Object.assign(this, { stakes, at: stake, announce });
    this.busy = false;
    this.amount = el('bdi', { class: 'amount' });
    this.less = iconButton('minus', t('stake.less'), () => this.move(-1), { class: 'step' });
    this.more = iconButton('plus', t('stake.more'), () => this.move(1), { class: 'step' });
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
      { class: 'slip' },
      el(
        'div',
        { class: 'stepper', role: 'group', 'aria-label': t('stake') },
        this.less,
        el('div', {}, el('span', { class: 'label', text: t('stake') }), this.amount),
        this.more,
      ),
      this.button,
    );
  }

  get stake() {
    return this.stakes[this.at];
  }

  /** move changes the stake. */
  move(steps) {
    const before = this.at;
    this.at = Math.min(Math.max(before + steps, 0), this.stakes.length - 1);
    if (this.at === before) return;
    play('click');
    this.announce(t('say.stake', { amount: money(this.stake) }));
    this.paint();
  }

  /** show takes how many picks are chosen, whether bets are taken, and what may be bet yet. */
  show(state) {
    this.state = state;
    this.paint();
  }

  paint() {
    const { count, open, room, bets } = this.state;
    const all = count * this.stake;
    const beyond = count > 0 && (all > room + 1e-9 || count > bets);
    const key = [count, open, beyond, this.at, this.busy].join();
    if (key === this.key) return;
    this.key = key;
    this.amount.textContent = money(this.stake);
    this.less.disabled = this.at === 0;
    this.more.disabled = this.at === this.stakes.length - 1;
    this.ready = open && count > 0 && !beyond && !this.busy;
    this.button.disabled = !this.ready;
    this.deed.textContent = t(
      !open ? 'bet.closed' : count === 0 ? 'bet.choose' : beyond ? 'bet.limit' : 'bet',
    );
    this.sum.textContent =
      !open || !count ? '' : `${count > 1 ? `${count} × ` : ''}${money(this.stake)}`;
  }
}
