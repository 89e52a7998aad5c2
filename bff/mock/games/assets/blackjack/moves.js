// The buttons of the moves, each with what it costs or brings.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';

const costs = { double: 1, split: 1, insure: 0.5 }; // in first stakes
const answers = ['insure', 'even', 'decline']; // to an offer, shown while it is made
const names = ['hit', 'stand', 'double', 'split', ...answers];

/** Moves are the buttons of a round; onMove is called with the move's name and cost. */
export class Moves {
  constructor(onMove) {
    this.onMove = onMove;
    this.buttons = names.map((name) => {
      const cost = el('bdi.act-cost');
      const onclick = () => this.make(name);
      const node = el(`button.act.${name}`, { onclick }, el('span', t(name)), cost);
      return { name, node, cost };
    });
    const nodes = this.buttons.map(({ node }) => node);
    this.node = el('div.choices', { hidden: true }, nodes);
  }

  /** make makes a move, if its button allows it. */
  make(name) {
    const { node } = this.buttons.find((button) => button.name === name);
    if (!this.node.hidden && !node.disabled) this.onMove(name, (costs[name] ?? 0) * this.round.bet);
  }

  /** show offers the moves of a round, null for none; busy disables them. */
  show(round, busy) {
    this.round = round;
    this.node.hidden = round === null;
    if (!round) return;
    const asked = round.may.includes('decline');
    for (const { name, node, cost } of this.buttons) {
      const may = round.may.includes(name);
      node.hidden = answers.includes(name) ? !may : asked;
      node.disabled = busy || !may;
      if (costs[name]) cost.textContent = money(costs[name] * round.bet);
      if (name === 'even') cost.textContent = `+${money(round.bet)}`;
    }
  }

  /** focus focuses the first move that is possible. */
  focus() {
    this.node.querySelector('button:enabled:not([hidden])')?.focus();
  }
}
