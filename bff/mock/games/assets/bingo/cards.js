// The player's cards, the nearest to a prize first.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { reducedMotion } from '../frame/motion.js';
import { play } from '../frame/sound.js';
import { toggle } from '../frame/toggle.js';
import { nearness, prizeOf } from './prizes.js';

/** Sheet is one card. */
class Sheet {
  constructor(index, card) {
    Object.assign(this, { index, card, marked: new Set(), order: 0 });
    this.state = el('span', { class: 'state' });
    this.prize = el('bdi', { class: 'prize' });
    this.cells = new Map();
    const rows = card.rows.map((row) =>
      el(
        'div',
        { class: 'row' },
        ...row.map((n) => {
          const cell = el('span', { class: n ? 'n' : 'gap', text: n ? String(n) : '' });
          if (n) {
            cell.dataset.n = n;
            this.cells.set(n, cell);
          }
          return cell;
        }),
      ),
    );
    this.rows = rows;
    this.node = el(
      'li',
      { class: 'sheet' },
      el(
        'header',
        {},
        el('span', { class: 'no', text: t('card', { n: index + 1 }) }),
        this.state,
        this.prize,
      ),
      el('div', { class: 'grid', dir: 'ltr' }, ...rows),
    );
  }

  /** show marks the called numbers; by hand only those that the player has marked. */
  show(calls, byHand) {
    const called = new Set(calls);
    const near = nearness(this.card.rows, called);
    this.near = near;
    this.called = called;
    for (const [n, cell] of this.cells) {
      if (!byHand && called.has(n)) this.marked.add(n);
      const on = this.marked.has(n) && called.has(n);
      cell.classList.toggle('on', on);
      cell.classList.toggle('fresh', on && calls.at(-1) === n);
      cell.classList.toggle('wanted', near.lacks.length === 1 && near.lacks[0] === n);
    }
    this.rows.forEach((row, i) =>
      row.classList.toggle(
        'full',
        this.card.rows[i].every((n) => n === 0 || called.has(n)),
      ),
    );
    const done = near.full === 3;
    this.node.dataset.full = near.full;
    this.node.classList.toggle('near', !done && near.lacks.length === 1);
    this.state.textContent = done
      ? t('card.done')
      : t('card.togo', { prize: t(`rows.${near.full + 1}`), n: near.lacks.length });
    const won = prizeOf(this.card, calls).reduce((sum, p) => sum + p.amount, 0);
    this.prize.textContent = won ? `+${money(won)}` : '';
  }
}

/** Cards is the part of the page with all of them. */
export class Cards {
  constructor({ announce }) {
    this.announce = announce;
    this.key = '';
    this.sheets = [];
    this.list = el('ol', {
      class: 'sheets',
      onclick: (event) => this.touch(event),
    });
    this.hint = el('p', { class: 'hint' });
    this.empty = el(
      'div',
      { class: 'empty' },
      el('div', { class: 'fan', 'aria-hidden': 'true' }, ...[0, 1, 2].map(() => el('i'))),
      el('strong', { text: t('empty') }),
      this.hint,
    );
    this.node = el(
      'section',
      { class: 'cards', 'aria-label': t('cards'), tabindex: '0' },
      this.empty,
      this.list,
    );
    this.byHand = toggle('hand', t('hand'), { changed: (byHand) => this.turn(byHand) });
  }

  /** show changes the cards and what is marked on them. */
  show({ round, phase, calls, bets }, held) {
    const key = `${round}.${bets.map((b) => b.id).join()}`;
    if (key !== this.key) {
      // Cards bought before keep what has been marked on them.
      const same = this.key.startsWith(`${round}.`) ? this.sheets : [];
      this.sheets = held.map((card, i) => same[i] ?? new Sheet(i, card));
      this.list.replaceChildren(...this.sheets.map((s) => s.node));
      this.key = key;
    }
    this.calls = calls;
    this.empty.hidden = held.length > 0;
    this.list.hidden = held.length === 0;
    this.list.dataset.many = ['few', 'some', 'more', 'many'][
      [2, 6, 12].filter((n) => held.length > n).length
    ];
    this.hint.textContent = t(phase === 'buying' ? 'empty.hint' : 'empty.next');
    this.over = phase === 'over';
    this.paint();
  }

  paint() {
    for (const sheet of this.sheets) sheet.show(this.calls, this.byHand.on() && !this.over);
    // Who marks by hand is not to have cards run away from the finger.
    if (!this.byHand.on()) this.sort();
  }

  /** sort puts the nearest first; what moves glides there. */
  sort() {
    const wanted = this.sheets.toSorted(
      (a, b) =>
        a.near.lacks.length - b.near.lacks.length || b.near.full - a.near.full || a.index - b.index,
    );
    const shown = [...this.list.children];
    if (wanted.every((sheet, i) => sheet.node === shown[i])) return;
    const from = new Map(this.sheets.map((s) => [s, s.node.getBoundingClientRect()]));
    this.list.append(...wanted.map((s) => s.node));
    if (reducedMotion() || !this.calls.length) return;
    for (const [sheet, old] of from) {
      const at = sheet.node.getBoundingClientRect();
      const [x, y] = [old.x - at.x, old.y - at.y];
      if (x || y) {
        sheet.node.animate([{ translate: `${x}px ${y}px` }, { translate: 'none' }], {
          duration: 320,
          easing: 'ease-in-out',
        });
      }
    }
  }

  /** touch marks a number by hand. */
  touch(event) {
    const cell = event.target.closest('.n');
    if (!this.byHand.on() || !cell) return;
    const sheet = this.sheets.find((s) => s.node.contains(cell));
    const n = Number(cell.dataset.n);
    if (!sheet.called.has(n) || sheet.marked.has(n)) return;
    sheet.marked.add(n);
    play('stop');
    this.paint();
  }

  /** turn changes between marking by hand and by itself. */
  turn(byHand) {
    this.node.classList.toggle('by-hand', byHand);
    this.announce(t(byHand ? 'say.hand' : 'say.auto'));
    if (this.calls) this.paint();
  }

  /** markAll marks all that has been called. */
  markAll() {
    for (const sheet of this.sheets) for (const n of this.calls) sheet.marked.add(n);
    if (this.calls) this.paint();
  }
}
