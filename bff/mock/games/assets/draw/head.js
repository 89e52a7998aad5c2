// The head of the hall: the drum, the balls that are out, the countdown, and past draws.
import { boot, money, t } from '../frame/boot.js';
import { openDialog } from '../frame/dialog.js';
import { el, write } from '../frame/dom.js';
import { hundredths } from '../frame/numbers.js';
import { cell, row, table } from '../frame/tables.js';
import { Drum } from './drum.js';
import { ball, colourOf, pickWhole } from './names.js';

const { game } = boot;
const sumOf = (balls) => balls.reduce((a, b) => a + b, 0);

/** Head shows the draw. */
export class Head {
  constructor() {
    this.drum = new Drum();
    this.count = el('b', { class: 'count' });
    this.words = el('span', { class: 'words' });
    this.slots = el('ol', { class: 'slots', dir: 'ltr', 'aria-label': t('balls') });
    this.past = el('button', { type: 'button', class: 'past', onclick: () => this.open() });
    this.node = el(
      'div',
      { class: 'head' },
      el('div', { class: 'glass' }, this.drum.canvas),
      el(
        'div',
        { class: 'told' },
        el('p', { class: 'countdown' }, this.count, this.words),
        this.slots,
      ),
    );
    this.shown = null;
  }

  /** show takes the casino's answer; fresh balls roll in where the page has seen the ones before. */
  show(state) {
    this.table = state;
    const { balls, phase } = state;
    this.drum.show(balls, phase.startsWith('draw'));
    const key = `${state.round}.${balls.length}`;
    if (key === this.shown?.key) return;
    const rolls = this.shown?.round === state.round ? this.shown.balls : balls.length;
    this.shown = { key, round: state.round, balls: balls.length };
    this.slots.replaceChildren(
      ...Array.from({ length: game.drawn }, (_, i) =>
        el(
          'li',
          { class: balls[i] ? '' : 'empty' },
          balls[i] ? ball(balls[i], i >= rolls ? 'fresh' : '') : '',
        ),
      ),
    );
    this.past.replaceChildren(
      el('span', { class: 'label', text: t('past') }),
      ...state.past
        .slice(0, 4)
        .map((p) =>
          el('bdi', { class: 'row', dir: 'ltr' }, ...p.balls.map((n) => ball(n, 'small'))),
        ),
    );
  }

  /** tick writes the countdown: now in the casino's milliseconds. */
  tick(now) {
    const { phase, closes, ends, balls } = this.table;
    const betting = phase === 'betting';
    const draws = phase.startsWith('draw');
    const left = Math.max(Math.ceil(((betting ? closes : ends) - now) / 1000), 0);
    const count = draws ? `${balls.length}/${game.drawn}` : String(left);
    const words = t(betting ? 'countdown' : draws ? 'drawing' : 'next');
    write(this.count, count);
    write(this.words, words);
    this.node.classList.toggle('soon', betting && left <= 10);
  }

  open() {
    const { past, bets } = this.table;
    const draws = past.map((p) =>
      row([
        el(
          'td',
          {},
          el('bdi', { class: 'row', dir: 'ltr' }, ...p.balls.map((n) => ball(n, 'small'))),
        ),
        cell(String(sumOf(p.balls))),
        cell(t(`colour.${colourOf(p.balls[0])}`)),
      ]),
    );
    const own = bets
      .filter((b) => b.settled)
      .toReversed()
      .map((b) =>
        row([pickWhole(b.pick), hundredths(b.price), money(b.stake), money(b.win)], {
          class: b.win > 0 ? 'won' : '',
        }),
      );
    return openDialog({
      title: t('past'),
      wide: true,
      content: el(
        'div',
        { class: 'lists' },
        el('h3', { text: t('bets') }),
        own.length
          ? table([t('pick'), t('price'), t('stake'), t('win')], own)
          : el('p', { text: t('bets.none yet') }),
        el('h3', { text: t('past') }),
        table([t('balls'), t('market.sum'), t('market.first')], draws),
      ),
    });
  }
}
