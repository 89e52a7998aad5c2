// Who else plays, how they fare, and what the player's own rounds have come to.
import { money, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';
import { row, table } from '../frame/tables.js';

const sum = (list, of) => list.reduce((all, one) => all + of(one), 0);

/** Room is the line below the board, and the dialog behind it. */
export class Room {
  constructor() {
    this.hall = null;
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

  show(hall) {
    this.hall = hall;
    const mine = sum(hall.bets, (b) => b.cards.length);
    this.count.textContent = t('room.count', {
      players: hall.others.length + (mine ? 1 : 0),
      cards: sum(hall.others, (o) => o.cards) + mine,
    });
    const done = [0, 1, 2].map((i) => sum(hall.others, (o) => o.done[i]));
    this.done.textContent = hall.calls.length ? done.join(' · ') : '';
    this.button.setAttribute('aria-label', `${t('room')}: ${this.count.textContent}`);
  }

  open() {
    const { others, past } = this.hall;
    const guests = others
      .toSorted((a, b) => b.done[2] - a.done[2] || b.done[1] - a.done[1] || b.done[0] - a.done[0])
      .map((o) => row([o.name, String(o.cards), ...o.done.map((n) => String(n || '–'))]));
    const rounds = past.map((p) =>
      row([`#${String(p.round).slice(-5)}`, String(p.cards), money(p.stake), money(p.win)], {
        class: p.win > 0 ? 'won' : '',
      }),
    );
    return openDialog({
      title: t('room'),
      wide: true,
      content: el(
        'div',
        { class: 'lists' },
        el('h3', { text: t('mine') }),
        rounds.length
          ? table([t('round'), t('cards.count'), t('stake'), t('win')], rounds)
          : el('p', { text: t('mine.none') }),
        el('h3', { text: this.count.textContent }),
        table([t('player'), t('cards.count'), t('rows.1'), t('rows.2'), t('rows.3')], guests),
      ),
    });
  }
}
