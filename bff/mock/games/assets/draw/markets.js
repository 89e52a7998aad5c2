// What can be bet on: the numbers, and the questions about the draw. Several may be chosen.
import { boot, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { hundredths } from '../frame/numbers.js';
import { play } from '../frame/sound.js';
import { ball, colourOf, marketName, pickName, priceOf, verdict } from './names.js';

const { game } = boot;
const modes = ['single', 'together', 'out'];
const most = game.in.length; // numbers of one bet together

const groups = {
  sum: [
    ['sum', ['sum.odd', 'sum.even', 'sum.low', 'sum.high']],
    ['range', game.bands.map((_, i) => `sum.${i}`)],
  ],
  first: [
    ['first', game.colours.map((c) => `first.${c}`)],
    ['number', ['first.odd', 'first.even', 'first.low', 'first.high']],
  ],
  colours: [['mix', ['mix.all', 'mix.three']]],
};

/** Markets keeps the choice. */
export class Markets {
  constructor({ changed }) {
    this.changed = changed;
    this.picks = new Set(); // of all markets but the numbers
    this.numbers = new Set();
    this.mode = 'single';
    Object.assign(this, { open: false, held: new Set(), balls: [] });
    this.buttons = new Map();
    this.cells = new Map();
    this.panels = new Map();
    this.tabs = ['numbers', ...Object.keys(groups)].map((name) =>
      el(
        'button',
        { type: 'button', 'data-name': name, onclick: () => this.turn(name) },
        el('span', { text: t(`tab.${name}`) }),
        el('i', { 'aria-hidden': 'true' }),
      ),
    );
    this.scroll = el(
      'div',
      { class: 'panels', tabindex: '0', role: 'group', 'aria-label': t('bet.choose') },
      this.panel('numbers', this.grid()),
      ...Object.entries(groups).map(([name, markets]) =>
        this.panel(
          name,
          ...(name === 'colours' ? [this.counts()] : []),
          ...markets.map(([title, picks]) => this.market(title, picks)),
        ),
      ),
    );
    this.node = el(
      'div',
      { class: 'markets' },
      el('div', { class: 'tabs', role: 'group', 'aria-label': t('markets') }, ...this.tabs),
      this.scroll,
    );
    this.turn('numbers');
  }

  panel(name, ...content) {
    const node = el(
      'section',
      { class: `panel ${name}`, 'aria-label': t(`tab.${name}`) },
      ...content,
    );
    this.panels.set(name, node);
    return node;
  }

  /** turn opens one of the panels; where there is room all of them are seen. */
  turn(name) {
    for (const tab of this.tabs) {
      tab.setAttribute('aria-pressed', String(tab.dataset.name === name));
    }
    for (const [own, panel] of this.panels) panel.classList.toggle('open', own === name);
    this.scroll.scrollTop = 0;
  }

  grid() {
    this.ways = modes.map((mode) =>
      el(
        'button',
        { type: 'button', 'data-mode': mode, onclick: () => this.choose(mode) },
        el('span', { text: t(`mode.${mode}`) }),
        el('bdi', { class: 'price' }),
      ),
    );
    this.hint = el('p', { class: 'hint' });
    return el(
      'div',
      { class: 'grid' },
      el('div', { class: 'modes', role: 'group', 'aria-label': t('modes') }, ...this.ways),
      el(
        'div',
        { class: 'cells', dir: 'ltr' },
        ...Array.from({ length: game.balls }, (_, i) => this.cell(i + 1)),
      ),
      this.hint,
    );
  }

  cell(number) {
    const node = el(
      'button',
      {
        type: 'button',
        'aria-pressed': 'false',
        'aria-label': t('number', { n: number, colour: t(`colour.${colourOf(number)}`) }),
        onclick: () => this.press(number),
      },
      ball(number),
    );
    this.cells.set(number, node);
    return node;
  }

  market(title, picks) {
    return el(
      'div',
      { class: `market ${title}` },
      el('h2', { text: t(`title.${title}`) }),
      el('div', { class: 'picks' }, ...picks.map((pick) => this.button(pick))),
    );
  }

  /** counts is the table of how many balls of each colour there are. */
  counts() {
    return el(
      'div',
      { class: 'market counts' },
      el('h2', { text: t('title.counts') }),
      ...game.colours.map((colour) =>
        el(
          'div',
          { class: 'line' },
          el('span', { class: `ball ${colour}`, title: t(`colour.${colour}`) }),
          el('div', { class: 'picks' }, ...[0, 1, 2, 3].map((n) => this.button(`${colour}.${n}`))),
        ),
      ),
    );
  }

  button(pick) {
    const [market, answer] = pick.split('.');
    const colour = market === 'first' && game.colours.includes(answer);
    const node = el(
      'button',
      {
        type: 'button',
        'aria-pressed': 'false',
        'aria-label': t('pick.label', {
          market: marketName(pick),
          pick: pickName(pick),
          price: hundredths(priceOf(pick)),
        }),
        onclick: () => this.toggle(pick),
      },
      el(
        'span',
        { class: 'pick' },
        colour ? el('span', { class: `ball dot ${answer}` }) : '',
        el('bdi', { text: pickName(pick) }),
      ),
      el('bdi', { class: 'price', text: hundredths(priceOf(pick)) }),
    );
    this.buttons.set(pick, node);
    return node;
  }

  toggle(pick) {
    if (!this.open) return;
    if (!this.picks.delete(pick)) this.picks.add(pick);
    play('click');
    this.paint();
    this.changed();
  }

  press(number) {
    if (!this.open) return;
    if (!this.numbers.delete(number)) {
      if (this.mode === 'together' && this.numbers.size === most) return;
      this.numbers.add(number);
    }
    play('click');
    this.paint();
    this.changed();
  }

  choose(mode) {
    this.mode = mode;
    if (mode === 'together') this.numbers = new Set([...this.numbers].slice(0, most));
    play('click');
    this.paint();
    this.changed();
  }

  /** chosen lists the picks that a press of the big button would bet on. */
  get chosen() {
    const numbers = [...this.numbers].sort((a, b) => a - b);
    const apart = (kind) => numbers.map((n) => `${kind} ${n}`);
    if (this.mode === 'single') return [...apart('in'), ...this.picks];
    if (this.mode === 'out') return [...apart('out'), ...this.picks];
    return [...(numbers.length > 1 ? [`in ${numbers.join(' ')}`] : []), ...this.picks];
  }

  /** clear takes every choice back. */
  clear() {
    this.picks.clear();
    this.numbers.clear();
    this.paint();
  }

  /** drop takes back one of the chosen picks. */
  drop(pick) {
    if (!this.picks.delete(pick)) {
      for (const n of pick.split(' ').slice(1)) this.numbers.delete(Number(n));
    }
    this.paint();
    this.changed();
  }

  /** show takes whether bets are taken, the picks that are bet on, and the balls. */
  show({ open, held, balls }) {
    const key = JSON.stringify([open, held, balls]);
    if (key === this.key) return;
    this.key = key;
    Object.assign(this, { open, held: new Set(held), balls });
    if (!open) {
      this.picks.clear();
      this.numbers.clear();
    }
    this.paint();
  }

  paint() {
    const { open, held, balls } = this;
    for (const [pick, node] of this.buttons) {
      node.disabled = !open;
      node.setAttribute('aria-pressed', String(this.picks.has(pick)));
      node.classList.toggle('held', held.has(pick));
      node.classList.toggle('right', balls.length > 0 && verdict(pick, balls) === true);
    }
    const bet = new Set(
      [...held]
        .filter((p) => /^(in|out) /.test(p))
        .flatMap((p) => p.split(' ').slice(1).map(Number)),
    );
    for (const [number, node] of this.cells) {
      const chosen = this.numbers.has(number);
      node.disabled = !open || (this.mode === 'together' && this.numbers.size === most && !chosen);
      node.setAttribute('aria-pressed', String(chosen));
      node.classList.toggle('held', bet.has(number));
      node.classList.toggle('drawn', balls.includes(number));
    }
    const count = this.numbers.size;
    for (const way of this.ways) {
      const { mode } = way.dataset;
      way.disabled = !open;
      way.setAttribute('aria-pressed', String(mode === this.mode));
      const price =
        mode === 'out'
          ? game.out
          : (game.in[mode === 'single' ? 0 : Math.max(count, 2) - 1] ?? game.in.at(-1));
      way.lastChild.textContent = hundredths(price);
    }
    this.hint.textContent = t(`hint.${this.mode}`, { n: most });
    const groupOf = (pick) =>
      pick.startsWith('sum') ? 'sum' : pick.startsWith('first') ? 'first' : 'colours';
    for (const tab of this.tabs) {
      const { name } = tab.dataset;
      const n =
        name === 'numbers' ? count : [...this.picks].filter((p) => groupOf(p) === name).length;
      tab.lastChild.textContent = n || '';
    }
  }
}
