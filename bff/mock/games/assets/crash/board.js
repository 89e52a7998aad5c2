// Who else plays, what this player has bet, and where the last rounds ended.
import { money, t } from '../frame/boot.js';
import { openInDialog } from '../frame/dialog.js';
import { el } from '../frame/dom.js';
import { times } from '../frame/numbers.js';
import { cell, headings, row } from '../frame/tables.js';
import { grade } from './format.js';

const line = (state, who, stake, paid, win) =>
  row([who, money(stake), cell(paid, { class: 'times' }), cell(win, { class: 'won' })], {
    class: state,
  });

/** Board is the list beside the game, or in a dialog where there is no room beside it. */
export class Board {
  constructor() {
    this.key = '';
    this.heads = ['players', 'mine'].map((name) =>
      el('button', {
        type: 'button',
        'aria-pressed': String(name === 'players'),
        text: name === 'players' ? t('players') : t('mine'),
        onclick: () => this.turn(name),
      }),
    );
    this.sum = el('p', { class: 'board-sum' });
    this.rows = el('tbody');
    this.own = el('tbody');
    this.lists = [this.rows, this.own].map((body, i) =>
      el(
        'table',
        { hidden: i === 1 },
        el('caption', { class: 'sr-only', text: i ? t('mine') : t('players') }),
        headings([t('player'), t('stake'), t('multiplier'), t('win')], { class: 'sr-only' }),
        body,
      ),
    );
    this.node = el(
      'aside',
      { class: 'board', 'aria-label': t('players') },
      el('div', { class: 'board-heads' }, ...this.heads),
      this.sum,
      el('div', { class: 'board-lists', tabindex: '0' }, ...this.lists),
    );
    this.button = el('button', {
      type: 'button',
      class: 'crowd',
      'aria-label': t('players'),
      onclick: () => this.open(),
    });
  }

  turn(name) {
    this.heads.forEach((head, i) =>
      head.setAttribute('aria-pressed', String((name === 'mine') === (i === 1))),
    );
    this.lists.forEach((list, i) => (list.hidden = (name === 'mine') !== (i === 1)));
    this.sum.hidden = name === 'mine';
  }

  /** open shows the board over the game, and puts it back afterwards. */
  async open() {
    this.node.classList.add('opened');
    await openInDialog(this.node, t('players'));
    this.node.classList.remove('opened');
  }

  /**
   * crowd shows the others: those who have joined by now, and who has left at what, as far
   * as the round has risen (hundredths; 0 before take-off).
   */
  crowd(others, untilTakeoff, risen) {
    const here = others.filter((p) => p.joins >= untilTakeoff);
    const out = here.filter((p) => risen > 100 && p.target <= risen && p.target < 100000);
    const key = `${here.length}.${out.length}.${others[0]?.name}.${risen > 0}`;
    if (key === this.key) return;
    this.key = key;
    const sum = here.reduce((all, p) => all + p.stake, 0);
    this.sum.replaceChildren(
      el('span', { text: t('players.count', { n: here.length }) }),
      el('bdi', { text: money(sum) }),
    );
    this.button.textContent = String(here.length);
    this.rows.replaceChildren(
      ...here.map((p) => {
        const left = out.includes(p);
        return line(
          left ? 'out' : '',
          p.name,
          p.stake,
          left ? times(p.target) : '',
          left ? money((p.stake * p.target) / 100) : '',
        );
      }),
    );
  }

  /** mine shows this player's own bets, newest first. */
  mine(bets, round, phase) {
    const shown = bets.toReversed().map((bet) => {
      const open = !bet.settled;
      return line(
        bet.win > 0 ? 'out' : open ? 'open' : 'lost',
        `#${String(bet.round).slice(-5)}`,
        bet.stake,
        bet.paid ? times(bet.paid) : open && bet.auto ? times(bet.auto) : '',
        open ? (phase === 'flying' && bet.round === round ? '…' : '') : money(bet.win),
      );
    });
    if (shown.length === 0)
      shown.push(el('tr', {}, el('td', { class: 'none', text: t('mine.none') })));
    this.own.replaceChildren(...shown);
  }
}

/** History is the strip of where the last rounds ended, newest first. */
export class History {
  constructor(button) {
    this.key = '';
    this.list = el('ol', {
      class: 'points',
      'aria-label': t('history'),
      tabindex: '0',
    });
    this.node = el('div', { class: 'history' }, this.list, button);
  }

  show(points) {
    const key = points.map((p) => p.round).join();
    if (key === this.key) return;
    const fresh = this.key !== '';
    this.key = key;
    this.list.replaceChildren(
      ...points.map((p, i) =>
        el('li', {
          class: `grade${grade(p.point)}${fresh && i === 0 ? ' fresh' : ''}`,
          dir: 'ltr',
          text: times(p.point),
        }),
      ),
    );
    this.list.scrollLeft = 0;
  }
}
