// Where bets on several picks are placed at once: the stake of each, and the one big button.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { Stake } from '../frame/stake.js';
import { goButton } from './go.js';
import { sendBets } from './send.js';

/**
 * Slip keeps the stake; its owner says what pressing does. The page's own words are bet,
 * bet.choose, bet.closed and bet.limit.
 */
export class Slip {
  constructor({ stakes, stake }, { announce, press }) {
    this.busy = false;
    this.stake = new Stake(stakes, stake, { announce, changed: () => this.paint() });
    this.go = goButton(press);
    this.node = el('div', { class: 'slip' }, this.stake.node, this.go.node);
  }

  /** show takes how many picks are chosen, whether bets are taken, and what may be bet yet. */
  show(state) {
    this.state = state;
    this.paint();
  }

  paint() {
    const { count, open, room, bets } = this.state;
    const each = this.stake.value;
    const beyond = count > 0 && (count * each > room + 1e-9 || count > bets);
    const key = [count, open, beyond, each, this.busy].join();
    if (key === this.key) return;
    this.key = key;
    this.ready = open && count > 0 && !beyond && !this.busy;
    this.go.node.disabled = !this.ready;
    this.go.deed.textContent = t(
      !open ? 'bet.closed' : count === 0 ? 'bet.choose' : beyond ? 'bet.limit' : 'bet',
    );
    this.go.sum.textContent =
      !open || !count ? '' : `${count > 1 ? `${count} × ` : ''}${money(each)}`;
  }

  /**
   * place bets the stake on each pick, all or none, and gives what that has cost: 0 where
   * nothing was placed. refresh() shows the slip anew; the rest is as for sendBets.
   */
  async place(picks, { refresh, ...rest }) {
    const stake = this.stake.value;
    const sum = picks.length * stake;
    const busy = (is) => {
      this.busy = is;
      refresh();
    };
    const move = { round: rest.table.round, picks, stake };
    return (await sendBets('/bet', move, { ...rest, sum, busy })) ? sum : 0;
  }
}
