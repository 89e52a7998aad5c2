// The score, the clock of the match, and the results before it.
import { money, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el, write } from '../frame/dom.js';
import { hundredths } from '../frame/numbers.js';
import { cell, row, table } from '../frame/tables.js';
import { pickWhole } from './odds.js';

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
  teams(match) {
    this.match = match;
    [match.home, match.away].forEach((team, i) => {
      write(this.names[i], team.name);
      this.shirts[i].paint(team.shirt);
    });
    const key = String(match.past[0].round);
    if (key === this.key) return;
    this.key = key;
    this.past.replaceChildren(
      el('span', { text: t('results') }),
      ...match.past.map((p) => el('bdi', { dir: 'ltr', text: p.score.join('-') })),
    );
  }

  /** show writes the score and the clock. */
  show(score, clock) {
    write(this.score, score ? score.join(' : ') : '–');
    write(this.clock, clock);
  }

  open() {
    const results = this.match.past.map((p) =>
      row([`${p.home.name} – ${p.away.name}`, cell(p.score.join(' : '), { dir: 'ltr' })]),
    );
    const bets = this.match.bets
      .filter((b) => b.settled)
      .toReversed()
      .map((b) =>
        row([pickWhole(b.pick), hundredths(b.price), money(b.stake), money(b.win)], {
          class: b.win > 0 ? 'won' : '',
        }),
      );
    return openDialog({
      title: t('results'),
      wide: true,
      content: el(
        'div',
        { class: 'lists' },
        table([t('match'), t('score')], results),
        el('h3', { text: t('bets') }),
        bets.length
          ? table([t('pick'), t('price'), t('stake'), t('win')], bets)
          : el('p', { text: t('bets.none') }),
      ),
    });
  }
}
