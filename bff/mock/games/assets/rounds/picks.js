// What can be bet on in a round, and what has been bet: picks with their prices.
import { money, t } from '../frame/boot.js';
import { now } from '../frame/clock.js';
import { el, fill, icon, mark, press } from '../frame/dom.js';
import { hundredths } from '../frame/numbers.js';
import { play } from '../frame/sound.js';
import { Slip } from './bet.js';
import { openLists, moneyRow } from './dialogs.js';
import { Round, sumOf } from './round.js';
import { sendBets } from './send.js';

/*
 * A game describes its picks by
 *   nameOf(pick), marketOf(pick): texts
 *   priceOf(pick, table): the price in hundredths
 *   verdict(pick, result): whether the page marks the pick as right
 *   stateOf(bet): won, lost, or '' before the bet is settled
 */
const texts = { none: 'bets.none', label: 'pick.label', placed: 'say.placed' }; // of the game

const wholeName = (kind, pick) => `${kind.marketOf(pick)}: ${kind.nameOf(pick)}`;

/** Picks are toggle buttons with prices, of which several may be chosen. */
export class Picks {
  constructor(kind, changed) {
    Object.assign(this, { kind, changed, open: false, picks: new Set(), buttons: new Map() });
  }

  /** chosen lists the picks that are bet on by a press of the button. */
  get chosen() {
    return [...this.picks];
  }

  /** market makes a group of picks under a title; dot(pick) may mark one with a node. */
  market(name, title, picks, dot = () => null) {
    const buttons = picks.map((pick) => this.button(pick, dot(pick)));
    return el(`section.market.${name}`, el('h2', title), el('div.picks', buttons));
  }

  button(pick, dot) {
    const price = el('bdi.price');
    const node = el(
      'button',
      { 'aria-pressed': 'false', onclick: () => this.toggle(pick) },
      el('span.pick.row', dot, el('bdi.ellipsis', { dir: 'auto', text: this.kind.nameOf(pick) })),
      price,
    );
    this.buttons.set(pick, { node, price });
    return node;
  }

  toggle(pick) {
    if (!this.open) return;
    if (!this.picks.delete(pick)) this.picks.add(pick);
    this.change();
  }

  change() {
    play('click');
    this.paint();
    this.changed();
  }

  clear() {
    this.picks.clear();
    this.paint();
  }

  /** drop removes one of the chosen picks. */
  drop(pick) {
    this.picks.delete(pick);
    this.change();
  }

  /** show takes the casino's response, whether bets are accepted, the player's bets, the result. */
  show(table, { open, held, result }) {
    const key = JSON.stringify([table.round, table.prices, open, held, result]);
    if (key === this.key) return;
    Object.assign(this, { key, table, open, held, result });
    if (!open) this.clear();
    else this.paint();
  }

  paint() {
    if (!this.table) return;
    const { kind, table, open, held, result } = this;
    const bets = new Set(held.map((bet) => bet.pick));
    for (const [pick, { node, price }] of this.buttons) {
      const text = hundredths(kind.priceOf(pick, table));
      price.textContent = text;
      node.disabled = !open;
      press(node, this.picks.has(pick));
      mark(node, { held: bets.has(pick), right: kind.verdict(pick, result) });
      const values = { market: kind.marketOf(pick), pick: kind.nameOf(pick), price: text };
      node.setAttribute('aria-label', t(texts.label, values));
    }
  }
}

/** Tickets is the strip of the chosen picks and of the player's bets. */
class Tickets {
  constructor(kind, drop) {
    Object.assign(this, { kind, drop });
    this.node = el('ul.tickets.strip', { 'aria-label': t('bets'), tabindex: '0' });
  }

  show(chosen, bets) {
    const key = JSON.stringify([chosen, bets]);
    if (key === this.key) return;
    this.key = key;
    const states = new Map(bets.map((bet) => [bet, this.kind.stateOf(bet)]));
    const sorted = bets.toSorted((a, b) => (states.get(b) === 'won') - (states.get(a) === 'won'));
    fill(
      this.node,
      chosen.map((pick) => this.choice(pick)),
      sorted.map((bet) => this.bet(bet, states.get(bet))),
      chosen.length + bets.length === 0 && el('li.none', t(texts.none)),
    );
  }

  choice(pick) {
    const { kind } = this;
    const title = wholeName(kind, pick);
    const label = t('drop', { pick: title });
    const button = el(
      'button.ticket.row',
      { 'aria-label': label, title, onclick: () => this.drop(pick) },
      el('bdi', kind.nameOf(pick)),
      el('bdi.price', hundredths(kind.priceOf(pick))),
      icon('close'),
    );
    return el('li.choice', button);
  }

  bet(bet, state) {
    const decided = state === 'won' || state === 'lost';
    const gain = bet.win || Math.round(bet.stake * bet.price) / 100;
    return el(
      'li',
      { class: `ticket row ${state}`, title: wholeName(this.kind, bet.pick) },
      el('bdi', this.kind.nameOf(bet.pick)),
      el('bdi.price', hundredths(bet.price)),
      el('bdi.amount', state === 'won' ? `+${money(gain)}` : money(bet.stake)),
      decided && el('span.sr-only', t(`bet.${state}`)),
    );
  }
}

/** PickRound is a round whose bets are picks. Games extend it with result(). */
export class PickRound extends Round {
  constructor({ game, kind, markets, rules }) {
    super(rules);
    const changed = () => this.table && this.refresh();
    const press = () => this.place();
    Object.assign(this, { game, kind });
    this.markets = markets(changed);
    this.tickets = new Tickets(kind, (pick) => this.markets.drop(pick));
    this.slip = new Slip(game, { announce: this.announce, press, changed });
    this.controls.append(this.slip.node);
    this.keys = {
      ' ': press,
      ArrowUp: () => this.slip.stake.move(1),
      ArrowDown: () => this.slip.stake.move(-1),
      Escape: () => {
        this.markets.clear();
        changed();
      },
    };
  }

  get open() {
    return this.table.phase === 'betting' && now() < this.table.closes;
  }

  begin() {
    this.markets.clear();
  }

  refresh() {
    const { game, markets, open, mine } = this;
    const result = this.result();
    markets.show(this.table, { open, held: mine, result });
    const { chosen } = markets;
    this.tickets.show(chosen, mine);
    const { most, bets } = game;
    const room = most - sumOf(mine.map((bet) => bet.stake));
    this.slip.show({ count: chosen.length, open, room, bets: bets - mine.length });
  }

  /** place bets on all chosen picks; either all bets are placed or none. */
  async place() {
    if (!this.table || !this.slip.ready) return;
    const picks = this.markets.chosen;
    const stake = this.slip.stake.value;
    const sum = picks.length * stake;
    const placed = await sendBets(
      '/bet',
      { round: this.table.round, picks, stake },
      {
        sum,
        wallet: this.wallet,
        table: this.table,
        clear: () => this.markets.clear(),
        take: this.take,
        say: this.say, // the page shows anyway that the round has begun in between
        again: () => this.place(),
        busy: (busy) => {
          this.slip.busy = busy;
          this.refresh();
        },
      },
    );
    if (!placed) return;
    play('scatter');
    const values = { n: picks.length, amount: money(sum), balance: money(this.wallet.balance()) };
    this.announce(t(texts.placed, values));
  }

  /** openHistory shows the settled bets and the results before. */
  openHistory(title, results) {
    const settled = this.table.bets.filter((bet) => bet.settled).toReversed();
    const cells = (bet) => [wholeName(this.kind, bet.pick), hundredths(bet.price)];
    openLists(title, [
      {
        heading: t('bets'),
        names: [t('pick'), t('odds'), t('stake'), t('win')],
        rows: settled.map((bet) => moneyRow(cells(bet), bet)),
        none: t('bets.unsettled'),
      },
      { heading: title, ...results },
    ]);
  }
}
