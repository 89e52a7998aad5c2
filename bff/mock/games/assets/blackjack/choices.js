// The buttons of the moves, each with what it costs or brings.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';

// What a move stakes beside, in first stakes.
const costs = { double: 1, split: 1, insure: 0.5 };

// Moves of a hand stand there always, answers to an offer while it is made.
const moves = ['hit', 'stand', 'double', 'split'];
const answers = ['insure', 'even', 'decline'];

/** Choices are the moves of a round; onMove(name, cost) hears which one is wanted. */
export class Choices {
  constructor(onMove) {
    this.onMove = onMove;
    this.round = null;
    this.acts = Object.fromEntries([...moves, ...answers].map((name) => [name, this.act(name)]));
    this.node = el(
      'div',
      { class: 'choices', hidden: true },
      ...Object.values(this.acts).map((act) => act.node),
    );
  }

  act(name) {
    const cost = el('bdi', { class: 'act-cost' });
    const node = el(
      'button',
      { type: 'button', class: `act ${name}`, onclick: () => this.make(name) },
      el('span', { text: t(name) }),
      cost,
    );
    return { node, cost };
  }

  make(name) {
    if (!this.node.hidden && !this.acts[name].node.disabled)
      this.onMove(name, (costs[name] ?? 0) * this.round.bet);
  }

  /** show offers what a round allows; busy holds all of it back, null puts them away. */
  show(round, busy) {
    this.round = round;
    this.node.hidden = round === null;
    if (!round) return;
    const asked = round.may.includes('decline');
    for (const [name, { node, cost }] of Object.entries(this.acts)) {
      const may = round.may.includes(name);
      node.hidden = answers.includes(name) ? !may : asked;
      node.disabled = busy || !may;
      if (costs[name]) cost.textContent = money(costs[name] * round.bet);
      if (name === 'even') cost.textContent = `+${money(round.bet)}`;
    }
  }

  /** focus goes to the first move that is possible. */
  focus() {
    this.node.querySelector('button:enabled:not([hidden])')?.focus();
  }
}
