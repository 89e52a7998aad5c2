// The controls that bets are placed with.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { Stake } from '../frame/stake.js';
import { toggle } from '../frame/toggle.js';

/** goButton makes the primary button. Its action is what a press does, its sum the cost. */
function goButton(press) {
  const action = el('strong.action.ellipsis');
  const sum = el('bdi.sum');
  const set = (text, cost, enabled) => {
    action.textContent = text;
    sum.textContent = cost;
    node.disabled = !enabled;
  };
  const node = el('button.go.stack', { onclick: press }, action, sum);
  return { node, sum, set };
}

/** Slip has the stake of each pick, and the button that bets it on all of them. */
export class Slip {
  constructor({ stakes, stake }, { announce, press, changed }) {
    this.busy = false;
    this.stake = new Stake(stakes, stake, { announce, changed });
    this.go = goButton(press);
    this.node = el('div.slip', this.stake.node, this.go.node);
  }

  /** show takes how many picks are chosen, whether the round is open, and the limits left. */
  show({ count, open, room, bets }) {
    const each = this.stake.value;
    const beyond = count > 0 && (count * each > room + 1e-9 || count > bets);
    const ready = open && count > 0 && !beyond && !this.busy;
    const text = !open ? 'bet.closed' : !count ? 'bet.choose' : beyond ? 'bet.limit' : 'bet';
    const cost = count > 1 ? `${count} × ${money(each)}` : money(count * each);
    const sum = open && count ? cost : '';
    this.go.set(t(text, { n: count }), sum, ready);
    this.ready = ready;
  }
}

const again = 'again'; // a text of the game

/** AutoBet is a bet that may be queued for the next round, or repeated in every round. */
export class AutoBet {
  constructor(press) {
    Object.assign(this, { queued: false, busy: false });
    this.again = toggle('auto', t(again), { class: 'step' });
    this.go = goButton(() => press(this));
  }

  /** due reports whether the bet is placed as soon as a round is open. */
  get due() {
    return this.queued || this.again.on();
  }

  /** cancel ends both. */
  cancel() {
    this.queued = false;
    this.again.set(false);
  }
}
