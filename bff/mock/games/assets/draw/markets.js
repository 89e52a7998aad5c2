// The markets of a draw: the numbers, and the questions about it.
import { boot, t } from '../frame/boot.js';
import { el, mark, press } from '../frame/dom.js';
import { hundredths } from '../frame/numbers.js';
import { Picks } from '../rounds/picks.js';
import { ball, colourOf, drawPicks, numbersOf } from './balls.js';

const { game } = boot;
const most = game.in.length; // numbers of one bet together

const groups = {
  sum: {
    sum: ['sum.odd', 'sum.even', 'sum.low', 'sum.high'],
    range: game.bands.map((_, i) => `sum.${i}`),
  },
  first: {
    first: game.colours.map((colour) => `first.${colour}`),
    number: ['first.odd', 'first.even', 'first.low', 'first.high'],
  },
  colours: { mix: ['mix.all', 'mix.three'] },
};
const groupOf = (pick) => pick.match(/^(sum|first)/)?.[0] ?? 'colours';

/** dot marks the picks of the first ball's colour. */
const dot = (pick) => {
  const [market, answer] = pick.split('.');
  const shown = market === 'first' && game.colours.includes(answer);
  return shown && el(`span.ball.dot.${answer}`);
};

/** Markets adds numbers to the picks: bets on each chosen number, or on all of them together. */
export class Markets extends Picks {
  constructor(changed) {
    super(drawPicks, changed);
    this.numbers = new Set();
    this.mode = 'single';
    this.panels = new Map([['numbers', this.panel('numbers', this.grid())]]);
    for (const [name, markets] of Object.entries(groups)) {
      const questions = Object.entries(markets).map(([title, picks]) =>
        this.market(title, t(`title.${title}`), picks, dot),
      );
      const counts = name === 'colours' && this.counts();
      this.panels.set(name, this.panel(name, counts, questions));
    }
    this.tabs = [...this.panels.keys()].map((name) =>
      el(
        'button',
        { 'data-name': name, onclick: () => this.openTab(name) },
        el('span.ellipsis', t(`tab.${name}`)),
        el('i', { 'aria-hidden': 'true' }),
      ),
    );
    const label = t('bet.choose');
    this.scroll = el(
      'div.panels.scroll',
      { tabindex: '0', role: 'group', 'aria-label': label },
      ...this.panels.values(),
    );
    this.node = el(
      'div.markets.tabbed.panel-box',
      el('div.tabs', { role: 'group', 'aria-label': t('markets') }, this.tabs),
      this.scroll,
    );
    this.openTab('numbers');
  }

  panel(name, ...content) {
    return el(`section.panel.${name}`, { 'aria-label': t(`tab.${name}`) }, content);
  }

  /** openTab opens a panel; a desktop shows all of them. */
  openTab(name) {
    for (const tab of this.tabs) press(tab, tab.dataset.name === name);
    for (const [own, panel] of this.panels) mark(panel, { open: own === name });
    this.scroll.scrollTop = 0;
  }

  grid() {
    this.modes = ['single', 'together', 'out'].map((mode) =>
      el(
        'button',
        { 'data-mode': mode, onclick: () => this.choose(mode) },
        el('span', t(`mode.${mode}`)),
        el('bdi.price'),
      ),
    );
    this.cells = Array.from({ length: game.balls }, (_, i) => {
      const label = t('number', { n: i + 1, colour: t(`colour.${colourOf(i + 1)}`) });
      const onclick = () => this.toggleNumber(i + 1);
      return el('button', { 'aria-label': label, onclick }, ball(i + 1));
    });
    this.hint = el('p.hint');
    return el(
      'div.grid',
      el('div.modes', { role: 'group', 'aria-label': t('modes') }, this.modes),
      el('div.cells', { dir: 'ltr' }, this.cells),
      this.hint,
    );
  }

  /** counts asks how many balls of each colour are drawn. */
  counts() {
    const lines = game.colours.map((colour) =>
      el(
        'div.line',
        el(`span.ball.${colour}`, { title: t(`colour.${colour}`) }),
        el(
          'div.picks',
          [0, 1, 2, 3].map((n) => this.button(`${colour}.${n}`)),
        ),
      ),
    );
    return el('div.market.counts', el('h2', t('title.counts')), lines);
  }

  /** full reports whether no number can be added to a bet on several. */
  get full() {
    return this.mode === 'together' && this.numbers.size === most;
  }

  toggleNumber(number) {
    if (!this.open) return;
    if (!this.numbers.delete(number)) {
      if (this.full) return;
      this.numbers.add(number);
    }
    this.change();
  }

  choose(mode) {
    this.mode = mode;
    if (mode === 'together') this.numbers = new Set([...this.numbers].slice(0, most));
    this.change();
  }

  get chosen() {
    const numbers = [...this.numbers].sort((a, b) => a - b);
    const { mode } = this;
    const together = numbers.length > 1 ? [`in ${numbers.join(' ')}`] : [];
    const each = numbers.map((n) => `${mode === 'out' ? 'out' : 'in'} ${n}`);
    return [...(mode === 'together' ? together : each), ...this.picks];
  }

  clear() {
    this.numbers?.clear();
    super.clear();
  }

  drop(pick) {
    for (const n of numbersOf(pick) ?? []) this.numbers.delete(n);
    super.drop(pick);
  }

  paint() {
    super.paint();
    if (!this.table) return;
    const { open, numbers, mode } = this;
    const bets = new Set(this.held.flatMap((bet) => numbersOf(bet.pick) ?? []));
    this.cells.forEach((node, i) => {
      const chosen = numbers.has(i + 1);
      node.disabled = !open || (this.full && !chosen);
      press(node, chosen);
      mark(node, { held: bets.has(i + 1), right: this.result.includes(i + 1) });
    });
    const together = game.in[Math.max(numbers.size, 2) - 1] ?? game.in.at(-1);
    const prices = { single: game.in[0], together, out: game.out };
    for (const node of this.modes) {
      node.disabled = !open;
      press(node, node.dataset.mode === mode);
      node.lastChild.textContent = hundredths(prices[node.dataset.mode]);
    }
    this.hint.textContent = t(`hint.${mode}`, { n: most });
    for (const tab of this.tabs) {
      const { name } = tab.dataset;
      const picks = [...this.picks].filter((pick) => groupOf(pick) === name);
      tab.lastChild.textContent = (name === 'numbers' ? numbers.size : picks.length) || '';
    }
  }
}
