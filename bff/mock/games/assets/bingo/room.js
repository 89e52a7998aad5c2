// Who else plays, how they fare, and what the player's own rounds have come to.
import { money, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';

const cell = (text) => el('td', {}, el('bdi', { text }));
const sum = (list, of) => list.reduce((all, one) => all + of(one), 0);

/** Room is the line below the board, and the dialog behind it. */
export class Room {
  constructor() {
    this.table = null;
    this.count = el('span', { class: 'count' });
    this.done = el('span', { class: 'done', 'aria-hidden': 'true' });
    this.button = el(
      'button',
      { type: 'button', class: 'room-open', onclick: () => this.open() },
      this.count,
      this.done,
    );
    this.tools = el('div', { class: 'room-tools' });
    this.node = el('div', { class: 'room' }, this.button, this.tools);
  }

  show(table) {
    this.table = table;
    const mine = sum(table.bets, (b) => b.cards.length);
    this.count.textContent = t('room.count', {
      players: table.others.length + (mine ? 1 : 0),
      cards: sum(table.others, (o) => o.cards) + mine,
    });
    const done = [0, 1, 2].map((i) => sum(table.others, (o) => o.done[i]));
    this.done.textContent = table.calls.length ? done.join(' · ') : '';
    this.button.setAttribute('aria-label', `${t('room')}: ${this.count.textContent}`);
  }

  open() {
    const { others, past } = this.table;
    const heads = (...names) =>
      el('thead', {}, el('tr', {}, ...names.map((text) => el('th', { scope: 'col', text }))));
    const guests = others
      .toSorted((a, b) => b.done[2] - a.done[2] || b.done[1] - a.done[1] || b.done[0] - a.done[0])
      .map((o) =>
        el(
          'tr',
          {},
          cell(o.name),
          cell(String(o.cards)),
          ...o.done.map((n) => cell(String(n || '–'))),
        ),
      );
    const rounds = past.map((p) =>
      el(
        'tr',
        { class: p.win > 0 ? 'won' : '' },
        cell(`#${String(p.round).slice(-5)}`),
        cell(String(p.cards)),
        cell(money(p.stake)),
        cell(money(p.win)),
      ),
    );
    return openDialog({
      title: t('room'),
      wide: true,
      content: el(
        'div',
        { class: 'lists' },
        el('h3', { text: t('mine') }),
        rounds.length
          ? el(
              'table',
              {},
              heads(t('round'), t('cards.count'), t('stake'), t('win')),
              el('tbody', {}, ...rounds),
            )
          : el('p', { text: t('mine.none') }),
        el('h3', { text: this.count.textContent }),
        el(
          'table',
          {},
          heads(t('player'), t('cards.count'), t('rows.1'), t('rows.2'), t('rows.3')),
          el('tbody', {}, ...guests),
        ),
      ),
    });
  }
}
