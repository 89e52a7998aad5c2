// A layout of a few spots to bet on, each a button.
import { money, t } from '../frame/boot.js';
import { el, fill, mark } from '../frame/dom.js';
import { table } from '../frame/tables.js';
import { chip, guestChip } from './chips.js';

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** arrow gives the direction of an arrow key, and keeps the key from the page. */
export function arrow(event) {
  const direction = arrows[event.key];
  if (!direction) return null;
  event.preventDefault();
  event.stopPropagation();
  return direction;
}

const middleOf = (node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
};

/** Floor draws spots {name, label, odds, tone, picture, area}; pays(outcome, name) gives wins. */
export class Floor {
  constructor({ lay, stakeOn, announce }, { spots, pays, name }) {
    Object.assign(this, { lay, stakeOn, announce, pays });
    this.spots = new Map(spots.map((spot) => [spot.name, this.spot(spot)]));
    this.node = el(
      `div.floor.${name}`,
      { role: 'group', 'aria-label': t('floor'), onkeydown: (event) => this.moveFocus(event) },
      [...this.spots.values()].map((spot) => spot.node),
    );
  }

  spot(spot) {
    const guests = el('span.spot-guests', { 'aria-hidden': 'true' });
    const mine = el('span.spot-mine');
    const style = { '--paint': spot.paint ?? '', 'grid-area': spot.area ?? '' };
    const node = el(
      'button.spot',
      { class: spot.tone, style, onclick: () => this.put(spot.name) },
      spot.picture,
      el('span.spot-label', spot.label),
      el('bdi.spot-odds', spot.odds),
      guests,
      mine,
    );
    return { ...spot, node, guests, mine };
  }

  put(name) {
    const before = this.stakeOn(name);
    this.lay(name);
    const stake = this.stakeOn(name);
    if (stake !== before) this.announce(`${this.spots.get(name).label}: ${money(stake)}`);
  }

  /** moveFocus moves the focus to the nearest spot in the direction of an arrow key. */
  moveFocus(event) {
    const direction = arrow(event);
    if (!direction) return;
    const [dx, dy] = direction;
    const [x, y] = middleOf(event.target.closest('.spot'));
    const far = ({ node }) => {
      const [sx, sy] = middleOf(node);
      const along = (sx - x) * dx + (sy - y) * dy;
      const across = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
      return along > 4 ? along + 2 * across : Infinity;
    };
    const [best] = [...this.spots.values()].sort((a, b) => far(a) - far(b));
    if (far(best) < Infinity) best.node.focus();
  }

  /** show draws the chips of the guests and of the player. */
  show({ pending, standing, guests }) {
    const key = JSON.stringify([pending, standing, guests.map((guest) => guest.name)]);
    if (key === this.key) return;
    this.key = key;
    for (const [name, spot] of this.spots) {
      const betting = guests.filter((guest) => guest.bets[name]);
      fill(
        spot.guests,
        betting.map((guest) => guestChip(guest.name)),
      );
      const amount = (standing[name] ?? 0) + (pending[name] ?? 0);
      fill(spot.mine, amount > 0 && chip(amount, pending[name] ? 'pending' : 'standing'));
      const label = `${spot.label} ${spot.odds}`;
      spot.node.setAttribute('aria-label', amount > 0 ? `${label}, ${money(amount)}` : label);
    }
  }

  /** mark highlights the spots that win, or none. */
  mark(outcome) {
    for (const [name, { node }] of this.spots) {
      const wins = outcome !== null && this.pays(outcome, name);
      mark(node, { fell: wins, lost: outcome !== null && !wins });
    }
  }
}

/** oddsTable is the part of the rules with the odds and returns of bets. */
export const oddsTable = (rows) =>
  table(
    [t('rules.bet'), t('rules.pays'), t('rules.return')],
    rows.map((cells) =>
      el(
        'tr',
        cells.map((text) => el('td', el('bdi', text))),
      ),
    ),
  );
