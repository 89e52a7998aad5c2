// A figure that is moved up and down: a stake, a price, a number of cards.
import { money, t } from './boot.js';
import { el, iconButton } from './dom.js';
import { play } from './sound.js';

/** stepper makes a labelled figure between two buttons; move hears -1 or 1. */
export function stepper({ label, less, more, move }) {
  const amount = el('bdi', { class: 'amount' });
  const [down, up] = [
    ['minus', less, -1],
    ['plus', more, 1],
  ].map(([name, words, step]) => iconButton(name, words, () => move(step), { class: 'step' }));
  const node = el(
    'div',
    { class: 'stepper', role: 'group', 'aria-label': label },
    down,
    el('div', { class: 'figure' }, el('span', { class: 'label', text: label }), amount),
    up,
  );
  return { node, amount, less: down, more: up };
}

const stakeWords = {
  label: t('stake'),
  less: t('stake.less'),
  more: t('stake.more'),
  say: (amount) => t('say.stake', { amount }),
};

/**
 * Stake is a choice among amounts in their order. changed hears of every other choice;
 * highest asks for a button that goes to the highest at once.
 */
export class Stake {
  constructor(amounts, at, { announce, changed = () => {}, words = stakeWords, highest = false }) {
    Object.assign(this, { amounts, at, announce, changed, words, locked: false });
    Object.assign(this, stepper({ ...words, move: (steps) => this.move(steps) }));
    if (highest) this.node.append((this.most = this.mostButton()));
    this.show();
  }

  mostButton() {
    return el('button', {
      type: 'button',
      class: 'max',
      'aria-label': t('stake.max.label'),
      text: t('stake.max'),
      onclick: () => this.move(this.amounts.length),
    });
  }

  get value() {
    return this.amounts[this.at];
  }

  /** move goes some steps up or, below 0, down. */
  move(steps) {
    if (this.locked) return;
    const before = this.at;
    this.at = Math.min(Math.max(before + steps, 0), this.amounts.length - 1);
    if (this.at === before) return;
    play('click');
    this.show();
    this.announce(this.words.say(money(this.value)));
    this.changed();
  }

  /** choose takes one of the amounts, and tells whether it is another than before. */
  choose(amount) {
    const at = this.amounts.indexOf(amount);
    if (at < 0 || at === this.at) return false;
    this.at = at;
    this.show();
    return true;
  }

  lock(locked) {
    this.locked = locked;
    this.show();
  }

  show() {
    this.amount.textContent = money(this.value);
    this.less.disabled = this.locked || this.at === 0;
    this.more.disabled = this.locked || this.at === this.amounts.length - 1;
    if (this.most) this.most.disabled = this.more.disabled;
  }
}
