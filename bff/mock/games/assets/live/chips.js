// The player's chips: those on the table, those in hand, and the buttons that move them.
import { boot, decimal, money, t } from '../frame/boot.js';
import { el, icon } from '../frame/dom.js';
import { play } from '../frame/sound.js';

const { chips } = boot.game;
const tenths = (amount) => decimal(Math.floor(amount * 10) / 10);

/** brief writes an amount so short that it fits on a chip: 12.5K, in every language. */
function brief(amount) {
  if (amount < 10_000) return decimal(amount);
  return amount < 1_000_000 ? `${tenths(amount / 1000)}K` : `${tenths(amount / 1_000_000)}M`;
}

/** chip draws an amount in the colour of the highest chip in it; kind is pending or standing. */
export function chip(amount, kind = 'loose') {
  const tier = chips.findLastIndex((value) => value <= amount);
  const edge = ['#3a78e0', '#d8303c', '#17924e', '#26262c', '#7a35c8', '#c07a0a'][
    Math.max(tier, 0)
  ];
  const face = el('span.chip-face.center', { dir: 'ltr', text: brief(amount) });
  return el(`span.chip.center.${kind}`, { style: { '--edge': edge }, 'aria-hidden': 'true' }, face);
}

/** guestChip is another player's chip. */
export const guestChip = (name) =>
  el('span.guest-chip', { style: { '--hue': hue(name) }, 'aria-hidden': 'true' });

/** hash gives the same number for a name every time. */
export function hash(name) {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)) >>> 0;
  return sum;
}

/** hue gives the colour of a player in degrees. */
export const hue = (name) => hash(name) % 360;

/** total adds up the stakes on all spots. */
export const total = (bets) => Object.values(bets).reduce((sum, stake) => sum + stake, 0);

/** Slip holds the chips that are on the table and not bet yet. */
export class Slip {
  /** admit(more, sum) returns whether the limits and the balance allow these chips. */
  constructor({ admit, changed, place, label = t('place') }) {
    Object.assign(this, { admit, open: false, bets: {}, before: [], last: null });
    this.buttons = chips.map((amount, i) =>
      el(
        'button.tray-chip.center',
        { role: 'radio', 'aria-label': money(amount), onclick: () => this.take(i) },
        chip(amount),
      ),
    );
    this.undoButton = this.button(t('undo'), () => this.undo(), icon('undo'));
    this.clearButton = this.button(t('clear'), () => this.clear(), icon('close'));
    const twice = el('bdi', { dir: 'ltr', text: '×2' });
    this.doubleButton = this.button(t('double'), () => this.double(), twice);
    this.rebetButton = this.button(t('rebet'), () => this.rebet(), icon('auto'));
    this.amount = el('bdi');
    this.placeButton = el(
      'button.place.row.gold',
      { onclick: place },
      el('span', label),
      this.amount,
    );
    const { undoButton, clearButton, doubleButton, rebetButton, placeButton } = this;
    const onkeydown = (event) => this.arrow(event);
    const tray = { role: 'radiogroup', 'aria-label': t('chips'), onkeydown };
    this.node = el(
      'div.slip',
      el('div.tray', tray, this.buttons),
      el('div.moves', undoButton, clearButton, doubleButton, rebetButton, placeButton),
    );
    this.take(1);
    this.changed = changed; // from now on
    this.keys = {
      Backspace: () => this.undo(),
      r: () => this.rebet(),
      x: () => this.double(),
      '+': () => this.take(this.hand + 1),
      '-': () => this.take(this.hand - 1),
    };
  }

  button(label, onclick, content) {
    return el('button.move.center', { 'aria-label': label, title: label, onclick }, content);
  }

  /** total is the sum of the chips that are not bet yet. */
  get total() {
    return total(this.bets);
  }

  /** take chooses the chip in hand. */
  take(i) {
    this.hand = Math.min(Math.max(i, 0), chips.length - 1);
    this.buttons.forEach((button, n) => {
      button.setAttribute('aria-checked', String(n === this.hand));
      button.tabIndex = n === this.hand ? 0 : -1;
    });
    this.show();
  }

  arrow(event) {
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    const steps = { ArrowRight: forward, ArrowLeft: -forward, ArrowUp: 1, ArrowDown: -1 };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.take(this.hand + step);
    this.buttons[this.hand].focus();
  }

  /** lay puts the chip in hand on a spot. */
  lay(spot) {
    this.set({ ...this.bets, [spot]: (this.bets[spot] ?? 0) + chips[this.hand] });
  }

  double() {
    this.set(Object.fromEntries(Object.entries(this.bets).map(([spot, a]) => [spot, 2 * a])));
  }

  /** rebet lays the bets of the last round again. */
  rebet() {
    if (this.last) this.set({ ...this.last });
  }

  set(bets) {
    if (!this.open || !this.admit(total(bets) - this.total, total(bets))) return;
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

  /** empty removes all chips, and what can be undone. */
  empty() {
    this.bets = {};
    this.before = [];
    this.show();
  }

  unlock(open) {
    this.open = open;
    this.show();
  }

  show() {
    const none = !this.open || this.total === 0;
    this.undoButton.disabled = !this.open || this.before.length === 0;
    this.clearButton.disabled = this.doubleButton.disabled = this.placeButton.disabled = none;
    this.rebetButton.disabled = !this.open || !this.last || this.total > 0;
    this.amount.textContent = money(this.total);
    this.changed?.();
  }
}
