// The panel of one bet: its stake, its automatic cash-out, and the button.
import { money, t } from '../frame/boot.js';
import { el, fill } from '../frame/dom.js';
import { times } from '../frame/numbers.js';
import { Stake } from '../frame/stake.js';
import { AutoBet } from '../rounds/bet.js';
import { inputText, parseMultiplier } from './multiplier.js';

/** actions are the texts of the button by the panel's state. */
const actions = {
  idle: 'bet', // may be placed now
  wait: 'bet.next', // may be placed in the next round
  queued: 'bet.cancel',
  sent: 'bet', // a request is running
  placed: 'bet.placed',
  flying: 'cash',
};

/** BetPanel is one of the two panels. */
export class BetPanel extends AutoBet {
  constructor(index, { stakes, stake }, { announce, press }) {
    super(press);
    this.index = index;
    const n = index + 1;
    this.steps = new Stake(stakes, stake, { announce, changed: () => this.paint() });
    this.field = el('input', {
      type: 'text',
      inputmode: 'decimal',
      dir: 'ltr',
      maxlength: '8',
      autocomplete: 'off',
      placeholder: t('auto.none'),
      'aria-label': t('auto.label', { n }),
      onchange: () => (this.field.value = inputText(this.auto)),
      // The page's keys are the field's own while it has the focus.
      onkeydown: (event) => {
        if (event.key === 'Enter' || event.key === 'Escape') this.field.blur();
        event.stopPropagation();
      },
    });
    this.note = el('p.note');
    const auto = el('label.auto.stack', el('span.ellipsis', t('auto')), this.field);
    this.node = el(
      'div.bet-panel',
      { role: 'group', 'aria-label': t('hand', { n }) },
      this.steps.node,
      el('div.auto-row.row', auto, this.again.node),
      this.go.node,
      this.note,
    );
    this.show('idle');
    this.showOutcome('');
  }

  get stake() {
    return this.steps.value;
  }

  /** auto gives the multiplier of the automatic cash-out, 0 for none. */
  get auto() {
    return parseMultiplier(this.field.value);
  }

  /** adopt shows a bet that was placed before the page was opened, or in another window. */
  adopt(bet) {
    const changed = this.steps.choose(bet.stake);
    if (!changed && (this.stake !== bet.stake || this.auto === bet.auto)) return;
    this.field.value = inputText(bet.auto);
    this.paint();
  }

  /** show changes the state; value is the sum of a cash-out. */
  show(state, value = this.stake) {
    if (state === 'flying') this.go.sum.textContent = money(value);
    if (state === this.state) return;
    this.state = state;
    this.paint(value);
  }

  paint(value = this.stake) {
    const { state } = this;
    const locked = state !== 'idle' && state !== 'wait';
    this.node.dataset.state = state;
    this.go.set(t(actions[state]), money(value), state !== 'sent' && state !== 'placed');
    this.steps.lock(locked);
    this.field.disabled = locked;
  }

  /** showOutcome writes whether the last bet was won, with its multiplier, or lost. */
  showOutcome(outcome, amount, multiplier) {
    this.node.dataset.outcome = outcome;
    const sign = outcome === 'won' ? '+' : '−';
    fill(
      this.note,
      outcome === 'won' && [el('bdi', times(multiplier)), ' '],
      outcome && el('bdi', sign + money(amount)),
    );
  }
}
