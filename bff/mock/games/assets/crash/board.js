// Who else plays, what this player has bet, and the multipliers of the last rounds.
import { money, t } from '../frame/boot.js';
import { openInDialog } from '../frame/dialog.js';
import { el, fill, press } from '../frame/dom.js';
import { times } from '../frame/numbers.js';
import { cell, headings, row } from '../frame/tables.js';
import { grade } from './multiplier.js';

const tabs = ['players', 'mine'];

const line = (state, name, stake, multiplier, win) =>
  row([name, money(stake), cell(multiplier, { class: 'times' }), cell(win, { class: 'win' })], {
    class: state,
  });

/** Board lists bets beside the flight, or in a dialog where the page is narrow. */
export class Board {
  constructor() {
    this.titles = { players: t('players'), mine: t('mine') };
    this.heads = tabs.map((tab) =>
      el('button', { text: this.titles[tab], onclick: () => this.openTab(tab) }),
    );
    this.sum = el('p.board-sum');
    this.bodies = tabs.map(() => el('tbody'));
    const names = [t('player'), t('stake'), t('multiplier'), t('win')];
    this.tables = tabs.map((tab, i) =>
      el(
        'table',
        el('caption.sr-only', this.titles[tab]),
        headings(names, { class: 'sr-only' }),
        this.bodies[i],
      ),
    );
    this.node = el(
      'aside.board',
      { 'aria-label': t('players') },
      el('div.board-heads.pill', this.heads),
      this.sum,
      el('div.board-lists.scroll', { tabindex: '0' }, this.tables),
    );
    const open = () => openInDialog(this.node, t('players'));
    this.button = el('button.crowd.pill', { 'aria-label': t('players'), onclick: open });
    this.openTab('players');
  }

  openTab(name) {
    tabs.forEach((tab, i) => {
      press(this.heads[i], tab === name);
      this.tables[i].hidden = tab !== name;
    });
    this.sum.hidden = name === 'mine';
  }

  /**
   * showPlayers lists the others who have joined by now, and who has cashed out; multiplier is
   * that of the flight, 0 before it.
   */
  showPlayers(others, untilTakeoff, multiplier) {
    const here = others.filter((p) => p.joins >= untilTakeoff);
    const gone = (p) => multiplier > 100 && p.target <= multiplier && p.target < 100000;
    const out = new Set(here.filter(gone));
    const key = `${here.length}.${out.size}.${others[0]?.name}.${multiplier > 0}`;
    if (key === this.key) return;
    this.key = key;
    const sum = here.reduce((all, p) => all + p.stake, 0);
    fill(this.sum, el('span', t('players.count', { n: here.length })), el('bdi', money(sum)));
    this.button.textContent = String(here.length);
    const rows = here.map(({ name, stake, target }, i) =>
      out.has(here[i])
        ? line('out', name, stake, times(target), money((stake * target) / 100))
        : line('', name, stake, '', ''),
    );
    fill(this.bodies[0], rows);
  }

  /** showMine lists the player's bets, the newest first. */
  showMine(bets, round, phase) {
    const rows = bets.toReversed().map((bet) => {
      const open = !bet.settled;
      const multiplier = bet.paid || (open && bet.auto);
      const flying = phase === 'flying' && bet.round === round ? '…' : '';
      return line(
        bet.win > 0 ? 'out' : open ? '' : 'lost',
        `#${String(bet.round).slice(-5)}`,
        bet.stake,
        multiplier ? times(multiplier) : '',
        open ? flying : money(bet.win),
      );
    });
    const none = rows.length === 0 && el('tr', el('td.none', t('mine.none')));
    fill(this.bodies[1], rows, none);
  }
}

/** History is the strip of the last rounds' multipliers, the newest first. */
export class History {
  constructor(button) {
    this.list = el('ol.points.strip', { 'aria-label': t('history'), tabindex: '0' });
    this.node = el('div.history.row', this.list, button);
  }

  show(points) {
    const key = points.map((p) => p.round).join();
    if (key === this.key) return;
    const fresh = this.key !== undefined;
    this.key = key;
    const items = points.map(({ point }, i) => {
      const look = fresh && i === 0 ? 'fresh' : 'past';
      return el(`li.pill.grade${grade(point)}.${look}`, { dir: 'ltr', text: times(point) });
    });
    fill(this.list, items);
    this.list.scrollLeft = 0;
  }
}
