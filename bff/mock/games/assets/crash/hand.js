// One hand of the player: a stake, an automatic cash-out, and the one big button.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { times } from '../frame/numbers.js';
import { Stake } from '../frame/stake.js';
import { toggle } from '../frame/toggle.js';
import { goButton } from '../rounds/go.js';
import { plain, readTimes } from './format.js';

/** Hand is one of the two. Its owner says what pressing does; see show for its states. */
export class Hand {
  constructor(index, { stakes, stake }, { announce, press }) {
    this.index = index;
    this.queued = false;
    this.state = '';
    const n = index + 1;
    this.steps = new Stake(stakes, stake, { announce, changed: () => this.paint() });
    this.again = toggle('auto', t('again'), { class: 'step' });
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
    this.go = goButton(() => press(this));
    this.note = el('p', { class: 'note' });
    this.node = el(
      'div',
      { class: 'hand-panel', role: 'group', 'aria-label': t('hand', { n }) },
      this.steps.node,
      el(
        'div',
        { class: 'auto-row' },
        el('label', { class: 'auto' }, el('span', { text: t('auto') }), this.field),
        this.again.node,
      ),
      this.go.node,
      this.note,
    );
    this.show('idle');
    this.tell('');
  }

  get stake() {
    return this.steps.value;
  }

  /** auto gives the automatic cash-out in hundredths, 0 for none. */
  get auto() {
    return readTimes(this.field.value);
  }

  /** repeats tells whether the hand bets on every round by itself. */
  get repeats() {
    return this.again.on();
  }

  /** adopt shows a bet that was placed before this page was opened, or on another one. */
  adopt(bet) {
    const other = this.steps.choose(bet.stake);
    if (!other && (this.stake !== bet.stake || this.auto === bet.auto)) return;
    this.field.value = bet.auto ? plain(bet.auto) : '';
    this.paint();
  }

  /** rest ends betting by itself. */
  rest() {
    this.queued = false;
    this.again.set(false);
  }

  normalise() {
    const hundredths = this.auto;
    this.field.value = hundredths ? plain(hundredths) : '';
  }

  /**
   * show changes the state: idle (may bet now), wait (may bet on the next round), queued,
   * sent (a request is under way), placed, or flying (may be cashed; value is the sum).
   */
  show(state, value) {
    if (state === 'flying') this.go.sum.textContent = money(value);
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
    this.go.deed.textContent = deeds[state];
    if (state !== 'flying') this.go.sum.textContent = money(this.stake);
    this.go.node.disabled = state === 'sent' || state === 'placed';
    this.steps.lock(this.locked);
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
