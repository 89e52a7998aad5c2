// Bingo with ninety balls. The casino deals the cards and calls the balls; this page buys cards
// and shows what has been called.
import { boot, money, t } from '../frame/boot.js';
import { now } from '../frame/clock.js';
import { openInDialog } from '../frame/dialog.js';
import { el, iconButton, mark } from '../frame/dom.js';
import { showInsufficientFunds } from '../frame/frame.js';
import { chance } from '../frame/numbers.js';
import { play } from '../frame/sound.js';
import { sparkle } from '../frame/sparkle.js';
import { row, table } from '../frame/tables.js';
import { moneyRow, openLists } from '../rounds/dialogs.js';
import { Round } from '../rounds/round.js';
import { send } from '../rounds/send.js';
import { Caller, speak } from './caller.js';
import { Cards } from './cards.js';
import { Prizes, prizesOf, times } from './prizes.js';
import { Purchase } from './purchase.js';

const { game } = boot;
const sum = (list, of) => list.reduce((all, one) => all + of(one), 0);
const amount = (prizes) => sum(prizes, (prize) => prize.amount);
const cardsOf = (bets) =>
  bets.flatMap(({ price, cards }) => cards.map((rows) => ({ price, rows })));

function rules() {
  const { betting, balls, calls, cards, most, marks, chances, rtp } = game;
  const prizes = [1, 2, 3].map((n) => {
    const cells = marks.map((_, i) => {
      const prize = el('bdi.pays', { dir: 'ltr', text: times(game.table[n - 1][i]) });
      return el('td', prize, el('bdi.chance', chance(chances[n - 1][i])));
    });
    return el('tr', el('th', { scope: 'row', text: t(`rows.${n}`) }), cells);
  });
  const points = [
    t('rules.sale', { n: betting / 1000, cards, most: money(most) }),
    t('rules.card', { balls, calls }),
    t('rules.pay'),
    t('rules.mark'),
    ...(game.speaks ? [t('rules.voice')] : []),
  ];
  const names = [t('rules.prize'), ...marks.map((n) => t('until', { n }))];
  return { points, nodes: [table(names, prizes), el('p', t('rules.odds'))], rtp };
}

/** Board shows which numbers have been called; in a dialog where the page is low. */
class Board {
  constructor() {
    this.cells = Array.from({ length: game.balls }, (_, i) => el('span', String(i + 1)));
    this.node = el('div.board', { dir: 'ltr', role: 'img' }, this.cells);
    const open = () => openInDialog(this.node, t('board'));
    this.button = iconButton('board', t('board'), open, { class: 'tool to-board' });
  }

  show(calls) {
    const called = new Set(calls);
    this.cells.forEach((cell, i) =>
      mark(cell, { called: called.has(i + 1), last: calls.at(-1) === i + 1 }),
    );
    this.node.setAttribute('aria-label', `${t('board')}: ${calls.join(', ')}`);
  }
}

class Bingo extends Round {
  constructor() {
    super(rules);
    const { announce } = this;
    const press = () => this.press();
    this.caller = new Caller();
    this.prizes = new Prizes();
    this.board = new Board();
    this.cards = new Cards({ announce });
    this.purchase = new Purchase({ announce, press });
    this.banner = el('p.banner.gold.pill', { 'aria-hidden': 'true' });
    this.players = el('span.count.ellipsis');
    this.done = el('span.done', { 'aria-hidden': 'true' });
    this.room = el(
      'button.room-open.row.pill',
      { onclick: () => this.openRoom() },
      this.players,
      this.done,
    );
    const tools = el('div.room-tools', this.board.button, this.cards.byHand.node);
    const room = el('div.room.row', this.room, tools);
    const left = el('div.side', this.caller.node, this.prizes.node, this.board.node, room);
    this.stage.append(el('div.halves', left, this.cards.node), this.banner);
    this.controls.append(this.purchase.node);
    const { purchase, cards } = this;
    const byHand = () => cards.byHand.press();
    const all = () => cards.markAll();
    this.start(this.stage, {
      ' ': press,
      ArrowUp: () => purchase.add(1),
      ArrowDown: () => purchase.add(-1),
      '+': () => purchase.steps.move(1),
      '-': () => purchase.steps.move(-1),
      m: byHand,
      M: byHand,
      d: all,
      D: all,
    });
  }

  get selling() {
    return this.table.phase === 'buying' && now() < this.table.closes;
  }

  begin() {}

  show(next, before) {
    const { calls, bets } = next;
    const own = cardsOf(bets);
    this.caller.show(next);
    this.prizes.show(calls.length);
    this.board.show(calls);
    this.showRoom(next);
    this.cards.show(next, own);
    const shown = before?.calls.length;
    if (before && calls.length > shown) this.showCall(calls, own, shown);
  }

  /** showCall shows new balls, and the prizes that they have won. */
  showCall(calls, cards, shown) {
    if (game.speaks) speak(calls.at(-1));
    else play('click');
    const won = cards.flatMap((card) => prizesOf(card, calls));
    const news = won.filter((prize) => prize.call > shown);
    this.wallet.win(amount(won));
    if (news.length === 0) return;
    const rows = Math.max(...news.map((prize) => prize.rows));
    const text = t('won', { prize: t(`rows.${rows}`), amount: money(amount(news)) });
    this.say(text);
    this.announce(text);
    this.banner.textContent = text;
    mark(this.banner, { shown: true });
    play(rows > 1 ? 'big' : 'win');
    if (rows > 1) sparkle(this.stage, rows * 700, ['#ffd23f', '#ff5c7a', '#5bd8ff', '#fff']);
    clearTimeout(this.hiding);
    this.hiding = setTimeout(() => mark(this.banner, { shown: false }), 1500 + rows * 500);
  }

  showRoom({ bets, others, calls }) {
    const mine = sum(bets, (bet) => bet.cards.length);
    const players = others.length + (mine ? 1 : 0);
    const cards = sum(others, (other) => other.cards) + mine;
    this.players.textContent = t('room.count', { players, cards });
    const done = [0, 1, 2].map((i) => sum(others, (other) => other.done[i]));
    this.done.textContent = calls.length ? done.join(' · ') : '';
    this.room.setAttribute('aria-label', `${t('room')}: ${this.players.textContent}`);
  }

  openRoom() {
    const { others, past } = this.table;
    const [by, then, last] = [2, 1, 0].map((i) => (a, b) => b.done[i] - a.done[i]);
    const rank = (a, b) => by(a, b) || then(a, b) || last(a, b);
    openLists(t('room'), [
      {
        heading: t('mine'),
        names: [t('round'), t('cards.count'), t('stake'), t('win')],
        rows: past.map((p) => moneyRow([`#${String(p.round).slice(-5)}`, String(p.cards)], p)),
        none: t('mine.none'),
      },
      {
        heading: this.players.textContent,
        names: [t('player'), t('cards.count'), t('rows.1'), t('rows.2'), t('rows.3')],
        rows: others
          .toSorted(rank)
          .map((o) => row([o.name, String(o.cards), ...o.done.map((n) => String(n || '–'))])),
      },
    ]);
  }

  standing() {
    const texts = { buying: 'sale', 'call.0': 'starts', over: 'over' };
    return t(texts[this.table.phase] ?? 'calling');
  }

  turn(before) {
    const { phase, bets } = this.table;
    if (phase === 'buying' && this.purchase.due) this.buy();
    if (phase === 'call.0' && before && bets.length) this.announce(t('say.begin'));
    // The status line keeps a prize while the next balls are called, and the win at the end.
    const calling = phase.startsWith('call') && before?.calls.length > 0;
    if (!calling && !(phase === 'over' && bets.length)) this.say(this.standing());
  }

  /** settle shows what the last round has won. */
  settle({ past: [last], round }, first) {
    if (!last || last.id === this.last) return;
    this.last = last.id;
    const { win } = last;
    if (last.round === round) this.wallet.win(win);
    if (first) return;
    this.say(win > 0 ? t('say.amount', { amount: money(win) }) : t('nothing'));
    this.announceWin(win);
    this.wallet.paid(win, last.id);
  }

  refresh() {
    this.caller.tick(this.table, now());
    this.purchase.show(this.table, this.selling);
  }

  press() {
    const { purchase } = this;
    if (!this.table || purchase.busy) return;
    const cost = purchase.count * purchase.price;
    if (purchase.queued) purchase.cancel();
    else if (this.selling || this.wallet.balance() < cost) this.buy();
    else {
      purchase.queued = true;
      play('click');
      this.announce(t('say.queued', { n: purchase.count }));
    }
    this.refresh();
  }

  /** buy buys cards of the round on sale. */
  async buy() {
    const { purchase, wallet } = this;
    purchase.queued = false;
    const { count, price } = purchase;
    if (count === 0 || purchase.busy) return;
    if (wallet.balance() < count * price) {
      purchase.cancel();
      await showInsufficientFunds();
      return;
    }
    const bought = await send(
      '/buy',
      { round: this.table.round, cards: count, price },
      {
        take: this.take,
        busy: (busy) => {
          purchase.busy = busy;
          this.refresh();
        },
        failed: () => purchase.cancel(),
        again: () => this.buy(),
        say: this.say, // the page shows anyway that the sale has closed in between
      },
    );
    if (!bought) return;
    play('scatter');
    const values = { n: count, amount: money(count * price), balance: money(wallet.balance()) };
    this.announce(t('say.bought', values));
  }
}

new Bingo();
