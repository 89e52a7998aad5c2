// One match with its score and all its markets.
import { t } from '../frame/boot.js';
import { el, fill, icon, iconButton } from '../frame/dom.js';
import { clock, moment, score, started } from './format.js';
import { OddRow } from './odds.js';

const parts = (match) =>
  el(
    'table.parts',
    el(
      'tbody',
      [match.home, match.away].map((name, i) =>
        el(
          'tr',
          el('th', { scope: 'row', dir: 'auto' }, name),
          match.parts.map((part) => el('td', part[i])),
          el('td.total', match.score[i]),
        ),
      ),
    ),
  );

const team = (name) => el('strong.team', { dir: 'auto' }, name);

/** Detail shows a match; back is called to leave it. */
export class Detail {
  constructor(slip, back) {
    this.slip = slip;
    this.board = el('div.scoreboard');
    this.markets = el('div.markets');
    this.note = el('p.empty');
    this.back = iconButton('back', t('back'), back, { class: 'tool mirrored' });
    this.league = el('span', { dir: 'auto' });
    this.node = el(
      'article.detail',
      el('header.detail-head', this.back, this.league),
      this.board,
      this.note,
      this.markets,
    );
    this.rows = new Map();
  }

  update(match) {
    const { markets, phase } = match;
    const soon = !started(match);
    fill(this.league, icon(match.sport), match.league);
    fill(
      this.board,
      team(match.home),
      el(
        'div.middle',
        el('bdi.big', { dir: 'ltr' }, soon ? '–' : score(match)),
        el(`span.clock.${phase}`, soon ? moment(match.starts) : clock(match)),
      ),
      team(match.away),
      !soon && match.parts.length > 1 && parts(match),
    );
    this.note.hidden = markets.length > 0 && !match.held;
    const reason = phase === 'abandoned' ? 'none.void' : 'none.markets';
    this.note.textContent = t(match.held ? 'held' : reason);
    for (const [key, { card }] of this.rows) {
      if (markets.some((market) => market.key === key)) continue;
      card.remove();
      this.rows.delete(key);
    }
    for (const market of markets) {
      if (!this.rows.has(market.key)) {
        const row = new OddRow(this.slip);
        const card = el('section.market', el('h3', market.name), row.node);
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
