// A cloth of a few fields, each a button: what every table but roulette has.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { chip } from './chip.js';
import { hue } from './people.js';

/** Floor draws fields. A spot is {name, label, odds, paint?}; pays(outcome, name) marks wins. */
export class Floor {
  constructor({ lay, stakeOn, announce }, { spots, pays, name = '' }) {
    Object.assign(this, { lay, stakeOn, announce, pays });
    this.spots = new Map(spots.map((spot) => [spot.name, this.field(spot)]));
    this.node = el(
      'div',
      { class: `floor ${name}`, role: 'group', 'aria-label': t('floor') },
      ...[...this.spots.values()].map((spot) => spot.node),
    );
    this.node.addEventListener('keydown', (event) => this.walk(event));
    this.drawn = '';
  }

  field(spot) {
    const guests = el('span', { class: 'spot-guests', 'aria-hidden': 'true' });
    const mine = el('span', { class: 'spot-mine' });
    const node = el(
      'button',
      {
        type: 'button',
        class: `spot ${spot.name} ${spot.paint ?? ''}`,
        onclick: () => this.put(spot.name),
      },
      ...(spot.picture ? [spot.picture] : []),
      el('span', { class: 'spot-label', text: spot.label }),
      el('bdi', { class: 'spot-odds', text: spot.odds }),
      guests,
      mine,
    );
    return { ...spot, node, guests, mine };
  }

  put(name) {
    const before = this.stakeOn(name);
    this.lay(name);
    const now = this.stakeOn(name);
    if (now !== before) this.announce(`${this.spots.get(name).label}: ${money(now)}`);
  }

  /** walk moves the focus to the nearest field in the arrow's direction. */
  walk(event) {
    const way = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    }[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const centre = (node) => {
      const box = node.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const from = centre(event.target.closest('.spot'));
    let best = null;
    for (const { node } of this.spots.values()) {
      const to = centre(node);
      const along = (to.x - from.x) * way[0] + (to.y - from.y) * way[1];
      const across = Math.abs((to.x - from.x) * way[1]) + Math.abs((to.y - from.y) * way[0]);
      if (along > 4 && (!best || along + 2 * across < best.far))
        best = { node, far: along + 2 * across };
    }
    best?.node.focus();
  }

  /** show draws the chips: the guests' and the player's. */
  show({ pending, standing, guests }) {
    const drawn = JSON.stringify([pending, standing, guests.map((guest) => guest.name)]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    for (const [name, spot] of this.spots) {
      spot.guests.replaceChildren(
        ...guests
          .filter((guest) => guest.bets[name])
          .map((guest) => {
            const node = el('span', { class: 'guest-chip' });
            node.style.setProperty('--hue', hue(guest.name));
            return node;
          }),
      );
      const amount = (standing[name] ?? 0) + (pending[name] ?? 0);
      spot.mine.replaceChildren(
        ...(amount > 0 ? [chip(amount, pending[name] ? 'pending' : 'standing')] : []),
      );
      const said = `${spot.label} ${spot.odds}`;
      spot.node.setAttribute('aria-label', amount > 0 ? `${said}, ${money(amount)}` : said);
    }
  }

  /** mark lights the fields that win, or none. */
  mark(outcome) {
    for (const [name, spot] of this.spots) {
      spot.node.classList.toggle('fell', outcome !== null && this.pays(outcome, name));
      spot.node.classList.toggle('lost', outcome !== null && !this.pays(outcome, name));
    }
  }
}

/** oddsTable is the part of the rules that says what fields pay and give back. */
export function oddsTable(rows) {
  return el(
    'table',
    {},
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        ...['rules.bet', 'rules.pays', 'rules.return'].map((key) =>
          el('th', { scope: 'col', text: t(key) }),
        ),
      ),
    ),
    el(
      'tbody',
      {},
      ...rows.map(([label, odds, back]) =>
        el(
          'tr',
          {},
          el('td', { text: label }),
          el('td', {}, el('bdi', { text: odds })),
          el('td', { text: back }),
        ),
      ),
    ),
  );
}
