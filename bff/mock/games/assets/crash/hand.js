// One hand of the player: a stake, an automatic cash-out, and the one big button.
import { money, t } from '../frame/boot.js';
import { el, iconButton } from '../frame/dom.js';
import { play } from '../frame/sound.js';
import { plain, readTimes, times } from './format.js';

/** Hand is one of the two. Its owner says what pressing does; see show for its states. */
export class Hand {
  constructor(index, { stakes, start, announce, press }) {
    Object.assign(this, { index, stakes, at: start, announce });
    this.queued = false;
    this.state = '';
    const n = index + 1;
    this.amount = el('bdi', { class: 'amount' });
    this.less = iconButton('minus', t('stake.less'), () => this.move(-1), {
      class: 'step',
    });
    this.more = iconButton('plus', t('stake.more'), () => this.move(1), {
      class: 'step',
    });
    this.again = iconButton(
      'auto',
      t('again'),
      () => {
        this.again.setAttribute('aria-pressed', String(!this.repeats));
        play('click');
      },
      { class: 'step again', 'aria-pressed': 'false' },
    );
    this.field = el('input', {
      type: 'text',
      inputmode: 'decimal',
      dir: 'ltr',
      maxlength: '8',
      autocomplete: 'off',
      placeholder: t('auto.none'),
      'aria-label': t('auto.label', { n }),
      onchange: () => this.normalise(),
      // Figures and arrows are the field's own here, but for what ends typing.
      onkeydown: (event) => {
        if (event.key === 'Enter' || event.key === 'Escape') this.field.blur();
        event.stopPropagation();
      },
    });
    this.line = el('strong', { class: 'deed' });
    this.sum = el('bdi', { class: 'sum' });
    this.button = el(
      'button',
      { type: 'button', class: 'go', onclick: () => press(this) },
      this.line,
      this.sum,
    );
    this.note = el('p', { class: 'note' });
    this.node = el(
      'div',
      { class: 'hand-panel', role: 'group', 'aria-label': t('hand', { n }) },
      el('div', { class: 'stake-row' }, this.less, this.amount, this.more),
      el(
        'div',
        { class: 'auto-row' },
        el('label', { class: 'auto' }, el('span', { text: t('auto') }), this.field),
        this.again,
      ),
      this.button,
      this.note,
    );
    this.show('idle');
    this.tell('');
  }

  get stake() {
    return this.stakes[this.at];
  }

  /** auto gives the automatic cash-out in hundredths, 0 for none. */
  get auto() {
    return readTimes(this.field.value);
  }

  /** repeats tells whether the hand bets on every round by itself. */
  get repeats() {
    return this.again.getAttribute('aria-pressed') === 'true';
  }

  /** adopt shows a bet that was placed before this page was opened, or on another one. */
  adopt(bet) {
    const at = this.stakes.indexOf(bet.stake);
    if (at < 0 || (at === this.at && this.auto === bet.auto)) return;
    this.at = at;
    this.field.value = bet.auto ? plain(bet.auto) : '';
    this.paint();
  }

  /** rest ends betting by itself. */
  rest() {
    this.queued = false;
    this.again.setAttribute('aria-pressed', 'false');
  }

  normalise() {
    const hundredths = this.auto;
    this.field.value = hundredths ? plain(hundredths) : '';
  }

  move(steps) {
    if (this.locked) return;
    const before = this.at;
    this.at = Math.min(Math.max(this.at + steps, 0), this.stakes.length - 1);
    if (this.at === before) return;
    play('click');
    this.paint();
    this.announce(t('say.stake', { amount: money(this.stake) }));
  }

  /**
   * show changes the state: idle (may bet now), wait (may bet on the next round), queued,
   * sent (a request is under way), placed, or flying (may be cashed; value is the sum).
   */
  show(state, value) {
    if (state === 'flying') this.sum.textContent = money(value);
    if (state === this.state) return;
    this.state = state;
    this.locked = ['queued', 'sent', 'placed', 'flying'].includes(state);
    this.paint();
  }

  paint() {
    const { state } = this;
    const deeds = {
      idle: t('bet'),
      wait: t('bet.next'),
      queued: t('bet.cancel'),
      sent: t('bet'),
      placed: t('bet.placed'),
      flying: t('cash'),
    };
    this.node.dataset.state = state;
    this.line.textContent = deeds[state];
    this.amount.textContent = money(this.stake);
    if (state !== 'flying') this.sum.textContent = money(this.stake);
    this.button.disabled = state === 'sent' || state === 'placed';
    this.less.disabled = this.locked || this.at === 0;
    this.more.disabled = this.locked || this.at === this.stakes.length - 1;
    this.field.disabled = this.locked;
  }

  /** tell writes what became of the hand's last bet: won with its multiplier, or lost. */
  tell(outcome, paid, amount) {
    this.node.dataset.outcome = outcome;
    this.note.replaceChildren(
      ...(outcome === 'won'
        ? [el('bdi', { text: times(paid) }), ' ', el('bdi', { text: `+${money(amount)}` })]
        : outcome === 'lost'
          ? [el('bdi', { text: `−${money(amount)}` })]
          : []),
    );
    this.note.classList.toggle('empty', outcome === '');
  }
}
