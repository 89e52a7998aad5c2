// The player's cards, the nearest to a prize first.
import { money, t } from '../frame/boot.js';
import { el, fill, mark } from '../frame/dom.js';
import { reducedMotion } from '../frame/motion.js';
import { play } from '../frame/sound.js';
import { toggle } from '../frame/toggle.js';
import { nearness, prizesOf } from './prizes.js';

/** Sheet is one card. */
class Sheet {
  constructor(index, card) {
    Object.assign(this, { index, card, marked: new Set(), cells: new Map() });
    this.state = el('span.state.ellipsis');
    this.prize = el('bdi.prize');
    this.rows = card.rows.map((row) =>
      el(
        'div.line',
        row.map((n) => this.cell(n)),
      ),
    );
    const title = el('span.title', t('card', { n: index + 1 }));
    this.node = el(
      'li.sheet',
      el('header', title, this.state, this.prize),
      el('div.grid', { dir: 'ltr' }, this.rows),
    );
  }

  cell(n) {
    if (!n) return el('span.gap');
    const cell = el('span.n', { 'data-n': n, text: String(n) });
    this.cells.set(n, cell);
    return cell;
  }

  /** show marks the called numbers; by hand only those that the player has marked. */
  show(calls, byHand) {
    this.called = new Set(calls);
    this.near = nearness(this.card.rows, this.called);
    const { called, near, marked } = this;
    const wanted = near.missing.length === 1 ? near.missing[0] : null;
    for (const [n, cell] of this.cells) {
      if (!byHand && called.has(n)) marked.add(n);
      const on = marked.has(n) && called.has(n);
      mark(cell, { on, fresh: on && calls.at(-1) === n, wanted: n === wanted });
    }
    this.rows.forEach((row, i) =>
      mark(row, { full: this.card.rows[i].every((n) => n === 0 || called.has(n)) }),
    );
    const done = near.full === 3;
    this.node.dataset.full = near.full;
    mark(this.node, { near: !done && wanted !== null });
    const next = { prize: t(`rows.${near.full + 1}`), n: near.missing.length };
    this.state.textContent = done ? t('card.done') : t('card.togo', next);
    const won = prizesOf(this.card, calls).reduce((sum, prize) => sum + prize.amount, 0);
    this.prize.textContent = won ? `+${money(won)}` : '';
  }
}

/** Cards is the part of the page with all cards. */
export class Cards {
  constructor({ announce }) {
    this.announce = announce;
    this.key = '';
    this.sheets = [];
    this.list = el('ol.sheets', { onclick: (event) => this.markNumber(event) });
    this.hint = el('p.hint');
    const fan = el('div.fan', { 'aria-hidden': 'true' }, el('i'), el('i'), el('i'));
    this.empty = el('div.empty', fan, el('strong', t('empty')), this.hint);
    const label = t('cards');
    const props = { 'aria-label': label, tabindex: '0' };
    this.node = el('section.cards.panel-box.scroll', props, this.empty, this.list);
    this.byHand = toggle('hand', t('hand'), { changed: (byHand) => this.switchMarking(byHand) });
  }

  show({ round, phase, calls, bets }, held) {
    const key = `${round}.${bets.map((bet) => bet.id).join()}`;
    if (key !== this.key) {
      // Cards bought before keep the player's marks.
      const same = this.key.startsWith(`${round}.`) ? this.sheets : [];
      this.sheets = held.map((card, i) => same[i] ?? new Sheet(i, card));
      fill(
        this.list,
        this.sheets.map((sheet) => sheet.node),
      );
      this.key = key;
    }
    this.calls = calls;
    this.empty.hidden = held.length > 0;
    this.list.hidden = held.length === 0;
    const sizes = ['few', 'some', 'more', 'many'];
    this.list.dataset.many = sizes[[2, 6, 12].filter((n) => held.length > n).length];
    this.hint.textContent = t(phase === 'buying' ? 'empty.hint' : 'empty.next');
    this.over = phase === 'over';
    this.paint();
  }

  paint() {
    for (const sheet of this.sheets) sheet.show(this.calls, this.byHand.on() && !this.over);
    // Cards must not move away from the finger of a player who marks by hand.
    if (!this.byHand.on()) this.sort();
  }

  /** sort puts the nearest first, with an animation. */
  sort() {
    const order = (a, b) =>
      a.near.missing.length - b.near.missing.length ||
      b.near.full - a.near.full ||
      a.index - b.index;
    const sorted = this.sheets.toSorted(order);
    if (sorted.every((sheet, i) => sheet.node === this.list.children[i])) return;
    const from = new Map(this.sheets.map((s) => [s, s.node.getBoundingClientRect()]));
    this.list.append(...sorted.map((sheet) => sheet.node));
    if (reducedMotion() || !this.calls.length) return;
    for (const [sheet, old] of from) {
      const at = sheet.node.getBoundingClientRect();
      const [x, y] = [old.x - at.x, old.y - at.y];
      const way = [{ translate: `${x}px ${y}px` }, { translate: 'none' }];
      if (x || y) sheet.node.animate(way, { duration: 320, easing: 'ease-in-out' });
    }
  }

  /** markNumber marks a number by hand. */
  markNumber(event) {
    const cell = event.target.closest('.n');
    if (!this.byHand.on() || !cell) return;
    const sheet = this.sheets.find((s) => s.node.contains(cell));
    const n = Number(cell.dataset.n);
    if (!sheet.called.has(n) || sheet.marked.has(n)) return;
    sheet.marked.add(n);
    play('stop');
    this.paint();
  }

  switchMarking(byHand) {
    mark(this.node, { 'by-hand': byHand });
    this.announce(t(byHand ? 'say.hand' : 'say.auto'));
    if (this.calls) this.paint();
  }

  /** markAll marks all called numbers. */
  markAll() {
    for (const sheet of this.sheets) for (const n of this.calls) sheet.marked.add(n);
    if (this.calls) this.paint();
  }
}
