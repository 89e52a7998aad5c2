// The cloth: numbers and outside bets, where chips lie, and where a finger means to lay one.
import { boot, money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { chip } from '../live/chip.js';
import { hue } from '../live/people.js';

const { layout } = boot.game;
const red = new Set(layout.red);

/** colourOf is the colour of a number. */
export const colourOf = (n) => (n === 0 ? 'green' : red.has(n) ? 'red' : 'black');

// The cloth lies on a grid of 14 by 5: the zero, twelve streets, the columns; three rows of
// numbers, the dozens, the even chances. On a tall page it is turned a quarter.
const WIDE = 14;
const HIGH = 5;

const cellOf = (n) =>
  n === 0
    ? { x: 0, y: 0, w: 1, h: 3 }
    : { x: 1 + Math.floor((n - 1) / 3), y: 2 - ((n - 1) % 3), w: 1, h: 1 };

const outside = {
  dozen1: { x: 1, y: 3, w: 4, h: 1 },
  dozen2: { x: 5, y: 3, w: 4, h: 1 },
  dozen3: { x: 9, y: 3, w: 4, h: 1 },
  column1: { x: 13, y: 2, w: 1, h: 1 },
  column2: { x: 13, y: 1, w: 1, h: 1 },
  column3: { x: 13, y: 0, w: 1, h: 1 },
  low: { x: 1, y: 4, w: 2, h: 1 },
  even: { x: 3, y: 4, w: 2, h: 1 },
  red: { x: 5, y: 4, w: 2, h: 1 },
  black: { x: 7, y: 4, w: 2, h: 1 },
  odd: { x: 9, y: 4, w: 2, h: 1 },
  high: { x: 11, y: 4, w: 2, h: 1 },
};

const middle = (cell) => ({ x: cell.x + cell.w / 2, y: cell.y + cell.h / 2 });

/** pointOf is where the chips of a bet of several numbers lie. */
function pointOf(numbers) {
  const inner = numbers.filter((n) => n > 0).map((n) => middle(cellOf(n)));
  const mean = (axis) => inner.reduce((a, p) => a + p[axis], 0) / inner.length;
  let { x, y } = { x: mean('x'), y: mean('y') };
  if (numbers[0] === 0) x = 1;
  // Streets, lines and the first four reach over the whole width: their place is its edge.
  if (numbers.length === 6 || (numbers.length === 3 && numbers[0] > 0)) y = 3;
  if (numbers.length === 4 && numbers[0] === 0) y = 3;
  return { x, y };
}

const cells = Object.fromEntries([
  ...Array.from({ length: 37 }, (_, n) => [String(n), cellOf(n)]),
  ...Object.entries(outside),
]);
const between = Object.entries(layout.spots)
  .filter(([name]) => name.includes('-'))
  .map(([name, numbers]) => ({ name, numbers, ...pointOf(numbers) }));

/** spotAt finds the bet that a point of the cloth means. */
function spotAt({ x, y }) {
  let best = null;
  for (const spot of between) {
    const dx = Math.abs(spot.x - x);
    const dy = Math.abs(spot.y - y);
    const alongside = spot.numbers.length === 2 || (spot.numbers.length === 3 && spot.y === 3);
    // A split is met along its whole edge, a crossing only close to it.
    const near =
      dx < 0.24 && dy < 0.24
        ? dx + dy
        : alongside && ((dx < 0.2 && dy < 0.3) || (dy < 0.2 && dx < 0.3))
          ? 1 + dx + dy
          : Infinity;
    if (near < Infinity && (!best || near < best.near)) best = { name: spot.name, near };
  }
  if (best) return best.name;
  for (const [name, cell] of Object.entries(cells)) {
    if (x >= cell.x && x < cell.x + cell.w && y >= cell.y && y < cell.y + cell.h) return name;
  }
  return null;
}

const kinds = { 1: 'straight', 2: 'split', 3: 'street', 4: 'corner', 6: 'line' };

/** spotText names a bet: "Split 8/9", "Red". */
function spotText(name) {
  const numbers = layout.spots[name];
  if (outside[name]) return t(`spot.${name}`);
  const text = t(`kind.${kinds[numbers.length]}`);
  return `${text} ${numbers.join('/')}`;
}

const labels = {
  dozen1: '1–12',
  dozen2: '13–24',
  dozen3: '25–36',
  column1: '2:1',
  column2: '2:1',
  column3: '2:1',
  low: '1–18',
  high: '19–36',
};

/** Board draws the cloth. lay(spot) is told where the player lays a chip. */
export class Board {
  constructor({ lay, stakeOn, announce }) {
    Object.assign(this, { lay, stakeOn, announce });
    this.chips = el('div', { class: 'board-chips' });
    this.hint = el('div', { class: 'board-hint', hidden: true });
    this.cells = Object.fromEntries(Object.keys(cells).map((name) => [name, this.cell(name)]));
    this.node = el(
      'div',
      { class: 'board', role: 'group', 'aria-label': t('board'), dir: 'ltr' },
      ...Object.values(this.cells),
      this.chips,
      this.hint,
    );
    this.drawn = '';
    this.cells['0'].tabIndex = 0;
    this.node.addEventListener('pointerdown', (event) => this.press(event));
    this.node.addEventListener('pointermove', (event) => this.point(event));
    this.node.addEventListener('pointerup', (event) => this.release(event));
    this.node.addEventListener('pointercancel', () => this.aim(null));
    this.node.addEventListener('pointerleave', () => this.aim(null));
    this.node.addEventListener('keydown', (event) => this.keys(event));
    new ResizeObserver(() => this.turn()).observe(this.node);
    this.tall = null;
  }

  cell(name) {
    const numbers = layout.spots[name];
    const kind = outside[name] ? `outside ${name}` : colourOf(numbers[0]);
    return el('button', {
      type: 'button',
      class: `cell ${kind}`,
      tabindex: '-1',
      'aria-label': spotText(name),
      text: outside[name] ? (labels[name] ?? t(`spot.${name}`)) : name,
      onclick: (event) => {
        // Fingers and mice have laid their chip by now; a click without one is a key's.
        if (event.detail === 0) this.put(name);
      },
    });
  }

  /** turn lays the cloth along the longer side. */
  turn() {
    const tall = this.node.clientHeight > this.node.clientWidth;
    if (tall === this.tall) return;
    this.tall = tall;
    this.node.classList.toggle('tall', tall);
    for (const [name, cell] of Object.entries(cells)) this.box(this.cells[name], cell);
    this.drawn = '';
    this.last?.();
  }

  /** at gives a point of the cloth as shares of the drawn box. */
  at({ x, y }) {
    return this.tall
      ? { left: (HIGH - y) / HIGH, top: x / WIDE }
      : { left: x / WIDE, top: y / HIGH };
  }

  box(node, { x, y, w, h }) {
    const { left, top } = this.at(this.tall ? { x, y: y + h } : { x, y });
    node.style.left = `${left * 100}%`;
    node.style.top = `${top * 100}%`;
    node.style.width = `${(this.tall ? h / HIGH : w / WIDE) * 100}%`;
    node.style.height = `${(this.tall ? w / WIDE : h / HIGH) * 100}%`;
  }

  under(event) {
    const box = this.node.getBoundingClientRect();
    const left = (event.clientX - box.left) / box.width;
    const top = (event.clientY - box.top) / box.height;
    return spotAt(
      this.tall ? { x: top * WIDE, y: HIGH - left * HIGH } : { x: left * WIDE, y: top * HIGH },
    );
  }

  press(event) {
    if (event.button !== 0) return;
    this.pressed = true;
    this.aim(this.under(event), true);
  }

  point(event) {
    if (event.pointerType === 'mouse' || event.buttons > 0)
      this.aim(this.under(event), event.buttons > 0);
  }

  release(event) {
    const name = this.under(event);
    this.aim(event.pointerType === 'mouse' ? name : null);
    if (name && event.button === 0 && this.pressed) this.put(name);
    this.pressed = false;
  }

  put(name) {
    const before = this.stakeOn(name);
    this.lay(name);
    const now = this.stakeOn(name);
    if (now !== before) this.announce(`${spotText(name)}: ${money(now)}`);
    this.label(name);
  }

  label(name) {
    const stake = this.stakeOn(name);
    this.cells[name]?.setAttribute(
      'aria-label',
      stake > 0 ? `${spotText(name)}, ${money(stake)}` : spotText(name),
    );
  }

  /** aim lights the numbers of a bet, and names it while a finger is down. */
  aim(name, told = false) {
    if (name === this.aimed && this.hint.hidden !== told) return;
    this.aimed = name;
    const numbers = name ? new Set(layout.spots[name]) : new Set();
    for (const [cell, node] of Object.entries(this.cells)) {
      node.classList.toggle(
        'aimed',
        cell === name || (!outside[cell] && numbers.has(Number(cell))),
      );
    }
    this.hint.hidden = !name || !told;
    if (name && told) this.hint.textContent = spotText(name);
  }

  keys(event) {
    const name = Object.keys(this.cells).find((key) => this.cells[key] === event.target);
    if (!name) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
      event.key
    ];
    if (step) {
      event.preventDefault();
      event.stopPropagation();
      this.walk(name, this.tall ? [step[1], -step[0]] : step);
      return;
    }
    const n = Number(name);
    if (outside[name] || event.ctrlKey || event.metaKey || event.altKey) return;
    const starts = (size, holds) =>
      between.find((spot) => spot.numbers.length === size && holds(spot.numbers))?.name;
    const first = n - ((n + 2) % 3);
    const spot = {
      s: () => starts(2, (of) => of[0] === n && of[1] === n + (n === 0 ? 1 : 3)),
      d: () => starts(2, (of) => of[0] === n && of[1] === n + 1),
      c: () => starts(4, (of) => of[0] === n),
      t: () => starts(3, (of) => of[0] === (n === 0 ? 0 : first)),
      l: () => starts(6, (of) => of[0] === first),
    }[event.key]?.();
    if (!spot) return;
    event.preventDefault();
    event.stopPropagation();
    this.put(spot);
  }

  walk(name, [dx, dy]) {
    const from = cells[name];
    const centre = middle(from);
    const x = dx === 0 ? centre.x : dx > 0 ? from.x + from.w + 0.1 : from.x - 0.1;
    const y = dy === 0 ? Math.min(centre.y, 4.5) : dy > 0 ? from.y + from.h + 0.1 : from.y - 0.1;
    const next = Object.entries(cells).find(
      ([, c]) => x >= c.x && x < c.x + c.w && y >= c.y && y < c.y + c.h,
    );
    if (!next) return;
    this.cells[name].tabIndex = -1;
    this.cells[next[0]].tabIndex = 0;
    this.cells[next[0]].focus();
  }

  /** show draws the chips: the guests' small and below, the player's on top. */
  show({ pending, standing, guests }) {
    const drawn = JSON.stringify([pending, standing, guests.map((guest) => guest.name), this.tall]);
    this.last = () => this.show({ pending, standing, guests });
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const nodes = [];
    for (const [i, guest] of guests.entries()) {
      for (const name of Object.keys(guest.bets)) {
        const node = el('span', { class: 'guest-chip', 'aria-hidden': 'true' });
        node.style.setProperty('--hue', hue(guest.name));
        // Beside the middle, each guest on another side: the figures stay readable.
        const turn = (i / 8) * 2 * Math.PI;
        this.pin(node, name, Math.cos(turn) * 0.26, Math.sin(turn) * 0.26);
        nodes.push(node);
      }
    }
    for (const name of new Set([...Object.keys(standing), ...Object.keys(pending)])) {
      const amount = (standing[name] ?? 0) + (pending[name] ?? 0);
      const node = chip(amount, pending[name] ? 'pending' : 'standing');
      this.pin(node, name, 0, 0);
      nodes.push(node);
      node.dataset.spot = name;
    }
    this.chips.replaceChildren(...nodes);
    for (const name of Object.keys(this.cells)) this.label(name);
  }

  pin(node, name, dx, dy) {
    const point = cells[name] ? middle(cells[name]) : pointOf(layout.spots[name]);
    const { left, top } = this.at({ x: point.x + dx, y: point.y + dy });
    node.style.left = `${left * 100}%`;
    node.style.top = `${top * 100}%`;
  }

  /** mark lights the number that fell and the chips that won, or nothing. */
  mark(outcome) {
    for (const node of Object.values(this.cells)) node.classList.remove('fell', 'pays');
    for (const node of this.chips.children) node.classList.remove('won', 'lost');
    if (!outcome) return;
    const pays = (name) => layout.spots[name].includes(outcome.number);
    this.cells[outcome.number].classList.add('fell');
    for (const name of Object.keys(outside)) this.cells[name].classList.toggle('pays', pays(name));
    for (const node of this.chips.children) {
      if (node.dataset.spot) node.classList.add(pays(node.dataset.spot) ? 'won' : 'lost');
    }
  }
}
