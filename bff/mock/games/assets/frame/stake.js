// Values with a button on each side: a stake, a price, a number of cards.
import { money, t } from './boot.js';
import { el, iconButton } from './dom.js';
import { play } from './sound.js';

/** stepper makes a labelled value between two buttons, which call move with -1 and 1. */
function stepper({ label, less, more, move }) {
  const amount = el('bdi.amount.ellipsis');
  const step = (icon, text, by) => iconButton(icon, text, () => move(by), { class: 'step' });
  const [down, up] = [step('minus', less, -1), step('plus', more, 1)];
  const node = el(
    'div.stepper',
    { role: 'group', 'aria-label': label },
    down,
    el('div.figure', el('span.label.ellipsis', label), amount),
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
 * Stake is a choice among ascending amounts. changed is called after each change; highest adds
 * a button for the highest amount.
 */
export class Stake {
  constructor(amounts, at, { announce, changed = () => {}, words = stakeWords, highest = false }) {
    Object.assign(this, { amounts, at, announce, changed, words, locked: false });
    Object.assign(this, stepper({ ...words, move: (steps) => this.move(steps) }));
    if (highest) {
      this.most = el('button.max', {
        'aria-label': t('stake.max.label'),
        text: t('stake.max'),
        onclick: () => this.move(this.amounts.length),
      });
      this.node.append(this.most);
    }
    this.show();
  }

  get value() {
    return this.amounts[this.at];
  }

  /** move goes some steps up, or down for a negative number. */
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

  /** choose selects one of the amounts and returns whether it differs from the one before. */
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
