// The list of matches; rows are kept while scores and odds change.
import { t } from '../frame/boot.js';
import { el, icon } from '../frame/dom.js';
import { clock, moment, small, started } from './format.js';
import { OddRow } from './odds.js';

/** side makes the line of a team: its name, the points of the running part, its score. */
function side() {
  const name = el('span.team.ellipsis', { dir: 'auto' });
  const now = el('bdi.now');
  const score = el('bdi.score');
  return { node: el('span.side', name, now, score), name, now, score };
}

class Row {
  constructor(slip, open) {
    this.sign = el('span.sign');
    this.time = el('span.clock');
    this.league = el('span.league.ellipsis', { dir: 'auto' });
    this.more = el('span.more', { dir: 'ltr', 'aria-hidden': 'true' });
    this.moreLabel = el('span.sr-only');
    this.sides = [side(), side()];
    this.odds = new OddRow(slip);
    const head = el(
      'button.fixture',
      { onclick: () => open(this.match) },
      el('span.meta', this.sign, this.time, this.league, this.more),
      this.sides.map(({ node }) => node),
      this.moreLabel,
    );
    this.node = el('li.match', head, this.odds.node);
  }

  update(match, dated) {
    const goal = this.match !== undefined && match.score.join() !== this.match.score.join();
    if (this.match?.sport !== match.sport) this.sign.replaceChildren(icon(match.sport));
    this.match = match;
    this.node.dataset.phase = match.phase;
    this.time.textContent = dated && !started(match) ? moment(match.starts) : clock(match);
    this.league.textContent = match.league;
    const n = match.markets.length > 0 ? match.depth - 1 : 0;
    this.more.textContent = n ? `+${n}` : '';
    this.moreLabel.textContent = n ? t('more', { n }) : '';
    [match.home, match.away].forEach((team, i) => {
      const { name, now, score } = this.sides[i];
      name.textContent = team;
      now.textContent = small(match)[i];
      score.textContent = started(match) ? match.score[i] : '';
    });
    this.node.classList.toggle('goal', goal && match.unit !== 'points');
    this.odds.update(match, match.markets[0]);
  }
}

/** Matches is the list; open is called with the match whose markets a player wants to see. */
export class Matches {
  constructor(slip, open) {
    Object.assign(this, { slip, open });
    this.rows = new Map();
    this.list = el('ul.matches');
    this.empty = el('p.empty', { hidden: true });
    this.node = el('div', this.list, this.empty);
  }

  /** show lists matches; rows of matches that stay are not moved, so that they keep the focus. */
  show(matches, { dated, none }) {
    const rows = new Map();
    for (const match of matches) {
      const row = this.rows.get(match.id) ?? new Row(this.slip, this.open);
      row.update(match, dated);
      rows.set(match.id, row);
    }
    for (const [id, row] of this.rows) if (!rows.has(id)) row.node.remove();
    [...rows.values()].forEach(({ node }, i) => {
      const before = this.list.children[i];
      if (before !== node) this.list.insertBefore(node, before ?? null);
    });
    this.rows = rows;
    this.empty.hidden = rows.size > 0;
    this.empty.textContent = none;
  }

  mark() {
    for (const row of this.rows.values()) row.odds.mark();
  }
}
