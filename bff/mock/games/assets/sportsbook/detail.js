// One match whole: how it stands, and everything that may be bet on.
import { t } from '../frame/boot.js';
import { el, icon, iconButton } from '../frame/dom.js';
import { begun, clock, moment } from './format.js';
import { OddRow } from './odds.js';

function parts(match) {
  const rows = [match.home, match.away].map((name, i) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row', dir: 'auto', text: name }),
      ...match.parts.map((part) => el('td', { text: String(part[i]) })),
      el('td', { class: 'total', text: String(match.score[i]) }),
    ),
  );
  return el('table', { class: 'parts' }, el('tbody', {}, ...rows));
}

/** Detail shows a match; back leads to where the player came from. */
export class Detail {
  constructor(slip, back) {
    this.slip = slip;
    this.board = el('div', { class: 'scoreboard' });
    this.markets = el('div', { class: 'markets' });
    this.note = el('p', { class: 'empty' });
    this.back = iconButton('back', t('back'), back, { class: 'tool mirrored' });
    this.league = el('span', { dir: 'auto' });
    this.node = el(
      'article',
      { class: 'detail' },
      el('header', { class: 'detail-head' }, this.back, this.league),
      this.board,
      this.note,
      this.markets,
    );
    this.rows = new Map();
  }

  update(match) {
    this.league.replaceChildren(icon(match.sport), match.league);
    const soon = !begun(match);
    this.board.replaceChildren(
      el('strong', { class: 'team', dir: 'auto', text: match.home }),
      el(
        'div',
        { class: 'middle' },
        el('bdi', {
          class: 'big',
          dir: 'ltr',
          text: soon ? '–' : match.score.join(' : '),
        }),
        el('span', {
          class: `clock ${match.phase}`,
          text: soon ? moment(match.starts) : clock(match),
        }),
      ),
      el('strong', { class: 'team', dir: 'auto', text: match.away }),
      soon || match.parts.length < 2 ? '' : parts(match),
    );
    this.note.hidden = match.markets.length > 0 && !match.held;
    this.note.textContent = t(
      match.held ? 'held' : match.phase === 'abandoned' ? 'none.void' : 'none.markets',
    );
    for (const key of [...this.rows.keys()]) {
      if (!match.markets.some((market) => market.key === key)) {
        this.rows.get(key).card.remove();
        this.rows.delete(key);
      }
    }
    for (const market of match.markets) {
      if (!this.rows.has(market.key)) {
        const row = new OddRow(this.slip);
        const card = el('section', { class: 'market' }, el('h3', { text: market.name }), row.node);
        this.markets.append(card);
        this.rows.set(market.key, Object.assign(row, { card }));
      }
      this.rows.get(market.key).update(match, market);
    }
  }

  mark() {
    for (const row of this.rows.values()) row.mark();
  }
}
