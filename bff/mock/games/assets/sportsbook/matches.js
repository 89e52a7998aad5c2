// The list of matches: one row each, kept while scores and odds move.
import { t } from '../frame/boot.js';
import { el, icon } from '../frame/dom.js';
import { begun, clock, moment, small } from './format.js';
import { OddRow } from './odds.js';

/** side makes a team's line: its name, its sets or goals, the running set. */
function side() {
  const node = el('span', { class: 'side' });
  const name = el('span', { class: 'team', dir: 'auto' });
  const now = el('bdi', { class: 'now' });
  const score = el('bdi', { class: 'score' });
  node.append(name, now, score);
  return { node, name, now, score };
}

class Row {
  constructor(slip, open) {
    this.time = el('span', { class: 'clock' });
    this.league = el('span', { class: 'league', dir: 'auto' });
    this.more = el('span', {
      class: 'more',
      dir: 'ltr',
      'aria-hidden': 'true',
    });
    this.deeper = el('span', { class: 'sr-only' });
    this.sides = [side(), side()];
    this.odds = new OddRow(slip);
    this.sign = el('span', { class: 'sign' });
    this.head = el(
      'button',
      { type: 'button', class: 'fixture', onclick: () => open(this.match) },
      el('span', { class: 'meta' }, this.sign, this.time, this.league, this.more),
      ...this.sides.map(({ node }) => node),
      this.deeper,
    );
    this.node = el('li', { class: 'match' }, this.head, this.odds.node);
  }

  update(match, dated) {
    const goal = this.match !== undefined && match.score.join() !== this.match.score.join();
    if (this.match?.sport !== match.sport) this.sign.replaceChildren(icon(match.sport));
    this.match = match;
    this.node.dataset.phase = match.phase;
    this.time.textContent = dated && !begun(match) ? moment(match.starts) : clock(match);
    this.league.textContent = match.league;
    const n = match.markets.length > 0 ? match.depth - 1 : 0;
    this.more.textContent = n ? `+${n}` : '';
    this.deeper.textContent = n ? t('more', { n }) : '';
    [match.home, match.away].forEach((name, i) => {
      const shown = this.sides[i];
      shown.name.textContent = name;
      shown.now.textContent = small(match)[i];
      shown.score.textContent = begun(match) ? match.score[i] : '';
    });
    this.node.classList.toggle('goal', goal && match.unit !== 'points');
    this.odds.update(match, match.markets[0]);
  }
}

/** Matches is the list; open is called with the match that a player wants to see whole. */
export class Matches {
  constructor(slip, open) {
    Object.assign(this, { slip, open });
    this.rows = new Map();
    this.list = el('ul', { class: 'matches' });
    this.empty = el('p', { class: 'empty', hidden: true });
    this.node = el('div', {}, this.list, this.empty);
  }

  /** show lists matches; rows of matches that stay are kept with the focus in them. */
  show(matches, { dated = false, none = t('none.day') } = {}) {
    const rows = new Map();
    for (const match of matches) {
      const row = this.rows.get(match.id) ?? new Row(this.slip, this.open);
      row.update(match, dated);
      rows.set(match.id, row);
    }
    const order = [...rows.values()].map((row) => row.node);
    if (
      order.length !== this.list.children.length ||
      order.some((node, i) => this.list.children[i] !== node)
    ) {
      for (const [id, row] of this.rows) if (!rows.has(id)) row.node.remove();
      order.forEach((node, i) => {
        if (this.list.children[i] !== node)
          this.list.insertBefore(node, this.list.children[i] ?? null);
      });
    }
    this.rows = rows;
    this.empty.hidden = order.length > 0;
    this.empty.textContent = none;
  }

  mark() {
    for (const row of this.rows.values()) row.odds.mark();
  }
}
