// The player's chips: which one is in hand, what is laid but not yet bet, and the buttons.
import { boot, money, t } from '../frame/boot.js';
import { el, icon } from '../frame/dom.js';
import { play } from '../frame/sound.js';
import { chip } from './chip.js';

/** sum adds up the stakes of a play. */
export const sum = (bets) => Object.values(bets).reduce((a, b) => a + b, 0);

/** Slip holds the chips that are laid and not yet bet. */
export class Slip {
  /** admit(more, total) tells whether the table and the purse bear that much more. */
  constructor({ admit, onChange, onPlace, label = t('place') }) {
    this.admit = admit;
    this.bets = {};
    this.before = []; // what lay before each move
    this.last = null; // what the player bet in an earlier round
    this.open = false;
    this.hand = Math.min(1, boot.game.chips.length - 1);
    this.tray = el('div', { class: 'tray', role: 'radiogroup', 'aria-label': t('chips') });
    this.chips = boot.game.chips.map((amount, i) =>
      el(
        'button',
        {
          type: 'button',
          class: 'tray-chip',
          role: 'radio',
          'aria-label': money(amount),
          onclick: () => this.take(i),
        },
        chip(amount),
      ),
    );
    this.tray.append(...this.chips);
    this.tray.addEventListener('keydown', (event) => this.arrow(event));
    this.undoButton = this.button('undo', t('undo'), () => this.undo());
    this.clearButton = this.button('close', t('clear'), () => this.clear());
    this.doubleButton = this.button(null, t('double'), () => this.double(), '×2');
    this.rebetButton = this.button('auto', t('rebet'), () => this.rebet());
    this.placeAmount = el('bdi', { class: 'place-amount' });
    this.placeButton = el(
      'button',
      { type: 'button', class: 'place', onclick: onPlace },
      el('span', { text: label }),
      this.placeAmount,
    );
    this.node = el(
      'div',
      { class: 'slip' },
      this.tray,
      el(
        'div',
        { class: 'moves' },
        this.undoButton,
        this.clearButton,
        this.doubleButton,
        this.rebetButton,
        this.placeButton,
      ),
    );
    this.take(this.hand);
    this.onChange = onChange; // from now on
  }

  button(name, label, onclick, text) {
    return el(
      'button',
      { type: 'button', class: 'move', 'aria-label': label, title: label, onclick },
      text ? el('bdi', { dir: 'ltr', text }) : icon(name),
    );
  }

  /** total is what is laid. */
  get total() {
    return sum(this.bets);
  }

  /** amount is the chip in hand. */
  get amount() {
    return boot.game.chips[this.hand];
  }

  take(i) {
    this.hand = Math.min(Math.max(i, 0), this.chips.length - 1);
    for (const [n, node] of this.chips.entries()) {
      node.setAttribute('aria-checked', String(n === this.hand));
      node.tabIndex = n === this.hand ? 0 : -1;
    }
    this.show();
  }

  arrow(event) {
    const on = document.documentElement.dir === 'rtl' ? -1 : 1;
    const step = { ArrowRight: on, ArrowLeft: -on, ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.take(this.hand + step);
    this.chips[this.hand].focus();
  }

  /** lay puts the chip in hand on a spot. */
  lay(spot) {
    this.move({ ...this.bets, [spot]: (this.bets[spot] ?? 0) + this.amount });
  }

  double() {
    this.move(Object.fromEntries(Object.entries(this.bets).map(([spot, a]) => [spot, 2 * a])));
  }

  rebet() {
    if (this.last) this.move({ ...this.last });
  }

  move(bets) {
    if (!this.open || !this.admit(sum(bets) - this.total, sum(bets))) return;
    this.before.push(this.bets);
    this.bets = bets;
    play('click');
    this.show();
  }

  undo() {
    this.bets = this.before.pop() ?? {};
    this.show();
  }

  clear() {
    if (this.total > 0) this.before.push(this.bets);
    this.bets = {};
    this.show();
  }

  /** empty forgets what lies and how it came to. */
  empty() {
    this.bets = {};
    this.before = [];
    this.show();
  }

  /** unlock lets chips be laid, or no more. */
  unlock(open) {
    this.open = open;
    this.show();
  }

  show() {
    const none = !this.open || this.total === 0;
    this.undoButton.disabled = !this.open || this.before.length === 0;
    this.clearButton.disabled = this.doubleButton.disabled = this.placeButton.disabled = none;
    this.rebetButton.disabled = !this.open || !this.last || this.total > 0;
    this.placeAmount.textContent = money(this.total);
    this.onChange?.();
  }
}
