// The score, the clock of the match, and the results before it.
import { money, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';
import { odds, pickWhole } from './odds.js';

function shirt(name) {
  const body = el('path', {
    d: 'M8 3 2 6.5l2 5 2.5-1V21h11V10.5l2.5 1 2-5L16 3a4 4 0 0 1-8 0Z',
    stroke: 'rgb(0 0 0 / 45%)',
  });
  const node = el(
    'svg',
    { viewBox: '0 0 24 24', class: `shirt ${name}`, 'aria-hidden': 'true' },
    body,
  );
  return { node, paint: (colour) => body.setAttribute('fill', colour) };
}

/** Scoreboard stands above the pitch. */
export class Scoreboard {
  constructor() {
    this.written = new Map();
    this.shirts = [shirt('home'), shirt('away')];
    this.names = ['home', 'away'].map((name) => el('bdi', { class: `team ${name}`, dir: 'auto' }));
    this.score = el('bdi', { class: 'score', dir: 'ltr' });
    this.clock = el('span', { class: 'clock' });
    this.past = el('button', { type: 'button', class: 'past', onclick: () => this.open() });
    this.node = el(
      'div',
      { class: 'scoreboard', dir: 'ltr' }, // as the pitch: the home side is at the left
      this.names[0],
      this.shirts[0].node,
      el('div', { class: 'middle' }, this.score, this.clock),
      this.shirts[1].node,
      this.names[1],
    );
    this.history = el('div', { class: 'history' }, this.past);
  }

  /** teams names who plays, and what the last matches came to. */
  teams(table) {
    this.table = table;
    [table.home, table.away].forEach((team, i) => {
      this.write(this.names[i], team.name);
      this.shirts[i].paint(team.shirt);
    });
    const key = String(table.past[0].round);
    if (key === this.key) return;
    this.key = key;
    this.past.replaceChildren(
      el('span', { text: t('results') }),
      ...table.past.map((p) => el('bdi', { dir: 'ltr', text: p.score.join('-') })),
    );
  }

  /** show writes the score and the clock. */
  show(score, clock) {
    this.write(this.score, score ? score.join(' : ') : '–');
    this.write(this.clock, clock);
  }

  write(node, text) {
    if (this.written.get(node) === text) return;
    this.written.set(node, text);
    node.textContent = text;
  }

  open() {
    const cell = (text, dir) => el('td', {}, el('bdi', { text, ...(dir && { dir }) }));
    const heads = (...names) =>
      el('thead', {}, el('tr', {}, ...names.map((text) => el('th', { scope: 'col', text }))));
    const results = this.table.past.map((p) =>
      el('tr', {}, cell(`${p.home.name} – ${p.away.name}`), cell(p.score.join(' : '), 'ltr')),
    );
    const bets = this.table.bets
      .filter((b) => b.settled)
      .toReversed()
      .map((b) =>
        el(
          'tr',
          { class: b.win > 0 ? 'won' : '' },
          cell(pickWhole(b.pick)),
          cell(odds(b.price)),
          cell(money(b.stake)),
          cell(money(b.win)),
        ),
      );
    return openDialog({
      title: t('results'),
      wide: true,
      content: el(
        'div',
        { class: 'lists' },
        el('table', {}, heads(t('match'), t('score')), el('tbody', {}, ...results)),
        el('h3', { text: t('bets') }),
        bets.length
          ? el(
              'table',
              {},
              heads(t('pick'), t('price'), t('stake'), t('win')),
              el('tbody', {}, ...bets),
            )
          : el('p', { text: t('bets.none') }),
      ),
    });
  }
}
