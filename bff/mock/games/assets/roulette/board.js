// The layout: numbers and outside bets, and the chips on them.
import { money, t } from '../frame/boot.js';
import { el, fill, mark } from '../frame/dom.js';
import { chip, guestChip } from '../live/chips.js';
import { arrow } from '../live/floor.js';
import { between, cellAt, cells, colourOf, high, middle, numbersOf } from './bets.js';
import { outside, pointOf, spotAt, spotText, wide } from './bets.js';

const columns = { column1: '2:1', column2: '2:1', column3: '2:1' };
const dozens = { dozen1: '1–12', dozen2: '13–24', dozen3: '25–36' };
const labels = { ...dozens, ...columns, low: '1–18', high: '19–36' };

/** Board draws the layout, along the longer side of the page. lay(spot) lays a chip. */
export class Board {
  constructor({ lay, stakeOn, announce }) {
    Object.assign(this, { lay, stakeOn, announce, tall: null, drawn: '' });
    this.chips = el('div.board-chips');
    this.hint = el('div.board-hint.pill', { hidden: true });
    this.cells = new Map(Object.keys(cells).map((name) => [name, this.cell(name)]));
    this.node = el(
      'div.board',
      {
        role: 'group',
        'aria-label': t('board'),
        dir: 'ltr',
        onpointerdown: (event) => this.press(event),
        onpointermove: (event) => this.point(event),
        onpointerup: (event) => this.release(event),
        onpointercancel: () => this.aim(null),
        onpointerleave: () => this.aim(null),
        onkeydown: (event) => this.key(event),
      },
      ...this.cells.values(),
      this.chips,
      this.hint,
    );
    this.cells.get('0').tabIndex = 0;
    new ResizeObserver(() => this.turn()).observe(this.node);
  }

  cell(name) {
    return el('button.cell.center', {
      class: outside[name] ? `outside ${name}` : colourOf(Number(name)),
      tabindex: '-1',
      'aria-label': spotText(name),
      text: outside[name] ? (labels[name] ?? t(`spot.${name}`)) : name,
      // The pointer's events lay chips; a click without a pointer is a key's.
      onclick: (event) => event.detail === 0 && this.put(name),
    });
  }

  /** turn lays the board along the longer side. */
  turn() {
    const tall = this.node.clientHeight > this.node.clientWidth;
    if (tall === this.tall) return;
    this.tall = tall;
    mark(this.node, { tall });
    for (const [name, node] of this.cells) {
      const { x, y, w, h } = cells[name];
      this.pin(node, tall ? { x, y: y + h } : { x, y });
      const [width, height] = tall ? [h / high, w / wide] : [w / wide, h / high];
      Object.assign(node.style, { width: `${width * 100}%`, height: `${height * 100}%` });
    }
    if (this.state) this.show(this.state);
  }

  /** pin puts a node at a point of the layout. */
  pin(node, { x, y }) {
    const [left, top] = this.tall ? [(high - y) / high, x / wide] : [x / wide, y / high];
    Object.assign(node.style, { left: `${left * 100}%`, top: `${top * 100}%` });
  }

  /** under gives the bet under the pointer. */
  under(event) {
    const box = this.node.getBoundingClientRect();
    const left = (event.clientX - box.left) / box.width;
    const top = (event.clientY - box.top) / box.height;
    if (this.tall) return spotAt({ x: top * wide, y: high - left * high });
    return spotAt({ x: left * wide, y: top * high });
  }

  press(event) {
    if (event.button !== 0) return;
    this.pressed = true;
    this.aim(this.under(event), true);
  }

  point(event) {
    const down = event.buttons > 0;
    if (event.pointerType === 'mouse' || down) this.aim(this.under(event), down);
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
    const stake = this.stakeOn(name);
    if (stake !== before) this.announce(`${spotText(name)}: ${money(stake)}`);
    this.label(name);
  }

  label(name) {
    const stake = this.stakeOn(name);
    const text = stake > 0 ? `${spotText(name)}, ${money(stake)}` : spotText(name);
    this.cells.get(name)?.setAttribute('aria-label', text);
  }

  /** aim highlights the numbers of a bet, and names it while the pointer is down. */
  aim(name, named = false) {
    if (name === this.aimed && this.hint.hidden !== named) return;
    this.aimed = name;
    const numbers = new Set(name ? numbersOf(name) : []);
    for (const [cell, node] of this.cells)
      mark(node, { aimed: cell === name || (!outside[cell] && numbers.has(Number(cell))) });
    this.hint.hidden = !name || !named;
    if (name && named) this.hint.textContent = spotText(name);
  }

  key(event) {
    const name = [...this.cells.keys()].find((key) => this.cells.get(key) === event.target);
    if (!name) return;
    const step = arrow(event);
    if (step) {
      this.moveFocus(name, this.tall ? [step[1], -step[0]] : step);
      return;
    }
    const n = Number(name);
    if (outside[name] || event.ctrlKey || event.metaKey || event.altKey) return;
    const find = (size, holds) =>
      between.find(({ numbers }) => numbers.length === size && holds(numbers))?.name;
    const first = n - ((n + 2) % 3); // of the number's street
    const spot = {
      s: () => find(2, (of) => of[0] === n && of[1] === n + (n === 0 ? 1 : 3)),
      d: () => find(2, (of) => of[0] === n && of[1] === n + 1),
      c: () => find(4, (of) => of[0] === n),
      t: () => find(3, (of) => of[0] === (n === 0 ? 0 : first)),
      l: () => find(6, (of) => of[0] === first),
    }[event.key]?.();
    if (!spot) return;
    event.preventDefault();
    event.stopPropagation();
    this.put(spot);
  }

  moveFocus(name, [dx, dy]) {
    const from = cells[name];
    const centre = middle(from);
    const x = dx === 0 ? centre.x : dx > 0 ? from.x + from.w + 0.1 : from.x - 0.1;
    const y = dy === 0 ? Math.min(centre.y, 4.5) : dy > 0 ? from.y + from.h + 0.1 : from.y - 0.1;
    const next = this.cells.get(cellAt(x, y));
    if (!next) return;
    this.cells.get(name).tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  /** show draws the chips: the guests' small and below, the player's on top. */
  show(state) {
    const { pending, standing, guests } = state;
    this.state = state;
    const key = JSON.stringify([pending, standing, guests.map((guest) => guest.name), this.tall]);
    if (key === this.drawn) return;
    this.drawn = key;
    const theirs = guests.flatMap((guest, i) =>
      Object.keys(guest.bets).map((name) => {
        const node = guestChip(guest.name);
        const { x, y } = pointOf(name);
        // Beside the middle, each guest on another side, so that the numbers can be read.
        const turn = (i / 8) * 2 * Math.PI;
        this.pin(node, { x: x + Math.cos(turn) * 0.26, y: y + Math.sin(turn) * 0.26 });
        return node;
      }),
    );
    const names = new Set([...Object.keys(standing), ...Object.keys(pending)]);
    const own = [...names].map((name) => {
      const amount = (standing[name] ?? 0) + (pending[name] ?? 0);
      const node = chip(amount, pending[name] ? 'pending' : 'standing');
      node.dataset.spot = name;
      this.pin(node, pointOf(name));
      return node;
    });
    fill(this.chips, theirs, own);
    for (const name of this.cells.keys()) this.label(name);
  }

  /** mark highlights the number and the chips that have won, or nothing. */
  mark(outcome) {
    const pays = (name) => outcome !== null && numbersOf(name).includes(outcome.number);
    for (const [name, node] of this.cells)
      mark(node, { fell: !outside[name] && pays(name), pays: outside[name] && pays(name) });
    for (const node of this.chips.querySelectorAll('[data-spot]')) {
      const won = pays(node.dataset.spot);
      mark(node, { won, lost: outcome !== null && !won });
    }
  }
}
