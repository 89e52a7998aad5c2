// Blackjack: one player against the dealer, card by card.
import { boot, money, rate, t } from '../frame/boot.js';
import { get, post } from '../frame/calls.js';
import { now, syncClock } from '../frame/clock.js';
import { el, fill } from '../frame/dom.js';
import { ready, showFailure, showInsufficientFunds } from '../frame/frame.js';
import { play } from '../frame/sound.js';
import { cardText } from '../live/card.js';
import { chip, Slip } from '../live/chips.js';
import { Page, newKey } from '../live/page.js';
import { Felt } from './felt.js';
import { Moves } from './moves.js';

const { game } = boot;
const spot = 'hand';
const pause = 420; // milliseconds from card to card

function rules() {
  const keys = ['game', 'moves', 'split', 'insurance', 'shoe', 'time'];
  const limits = { min: money(game.min), max: money(game.max) };
  const insurance = t('rules.insurance.back', { rate: rate(game.insurance) });
  const texts = [
    ...keys.map((key) => t(`rules.${key}`)),
    t('rules.stakes', limits),
    t('rules.rtp'),
    `${t('table.rtp')}: ${rate(game.rtp)} · ${insurance}`,
    t('rules.hand.keys'),
  ];
  return texts.map((text) => el('p', text));
}

/** turnTexts gives the status line and the announcement of the player's turn or of an offer. */
function turnTexts({ hands, turn, may, dealer }) {
  const { cards, score } = hands[turn];
  const names = cards.map(cardText).join(', ');
  const values = { n: turn + 1, score, cards: names, dealer: cardText(dealer[0]) };
  if (hands.length === 2)
    return { line: t('your.turn.n', values), spoken: t('say.hand.n', values) };
  const offer = ['insure', 'even'].find((name) => may.includes(name));
  const line = offer ? t(`ask.${offer}`) : t('your.turn', values);
  return { line, spoken: `${t('say.hand', values)}${offer ? ` ${line}` : ''}` };
}

/** endTexts gives the result in brief, and in the words of the announcement. */
function endTexts({ hands, stake, win, dealerScore, insuranceWin }) {
  if (hands.length === 2) {
    const each = hands.map(({ end, score }, i) => {
      const name = t('hand.n', { n: i + 1 });
      return `${name}: ${t(`end.short.${end}`)}, ${score}:${dealerScore}.`;
    });
    const paid = t(win > stake ? 'say.amount' : 'end.paid', { amount: money(win) });
    return { short: win > 0 ? paid : t('nothing'), spoken: each.join(' ') };
  }
  const paid = insuranceWin > 0 ? ` · ${t('insured.paid', { amount: money(insuranceWin) })}` : '';
  const short = `${t(`end.${hands[0].end}`)}${paid}`;
  return { short, spoken: `${short}. ${hands[0].score}:${dealerScore}.` };
}

class Blackjack {
  constructor() {
    this.round = null; // the newest one, as the casino reports it
    this.busy = true; // a request or the dealing of cards is running
    this.known = false; // whether the casino has responded
    this.stakeChip = el('span.circle-chip');
    this.circle = el(
      'button.circle.center',
      { onclick: () => this.slip.lay(spot) },
      el('span.circle-text', t('stake')),
      this.stakeChip,
    );
    this.felt = new Felt(this.circle);
    this.past = el('p.past', { dir: 'ltr', 'aria-hidden': 'true' });
    this.page = new Page({
      rules,
      look: 'solo',
      past: this.past,
      count: el('span', t('guests.count', { n: game.guests })),
      parts: [this.felt.node],
    });
    this.slip = new Slip({
      admit: (_, sum) => this.page.admits(1, sum),
      changed: () => this.drawStake(),
      place: () => this.deal(),
      label: t('deal'),
    });
    this.moves = new Moves((name, cost) => this.move(name, cost));
    const { page, slip, moves } = this;
    page.controls.append(el('div.hand-controls', slip.node, moves.node));
    setInterval(() => this.tick(), 250);
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && this.playing) this.reread();
    });
    const make = (name) => () => moves.make(name);
    ready({
      ...slip.keys,
      h: make('hit'),
      s: make('stand'),
      d: make('double'),
      p: make('split'),
      i: () => moves.make(this.round?.may.includes('even') ? 'even' : 'insure'),
      n: make('decline'),
      ' ': () => (slip.total > 0 ? this.deal() : slip.lay(spot)),
      b: () => slip.lay(spot),
    });
    this.busy = false;
    page.say(t('invite'));
    this.reread();
  }

  get playing() {
    return this.round !== null && !this.round.over;
  }

  reread() {
    this.request(() => get('/hand'));
  }

  drawStake() {
    const stake = this.playing ? this.round.stake : this.slip.total;
    const kind = this.playing ? 'standing' : 'pending';
    fill(this.stakeChip, stake > 0 && chip(stake, kind));
    this.circle.setAttribute('aria-label', `${t('stake')}: ${money(stake)}`);
  }

  /** update shows the moves while a round is played, and the chips otherwise. */
  update() {
    const { playing, busy, slip } = this;
    this.moves.show(playing ? this.round : null, busy);
    slip.node.hidden = playing;
    slip.unlock(!busy && !playing && this.known);
    this.circle.disabled = busy || playing;
    this.drawStake();
  }

  /** request sends a request; after a failure it reads the state of the round. */
  async request(send) {
    if (this.busy) return;
    const { page } = this;
    // A keyboard's focus must not be lost with the buttons that are replaced.
    const focused = page.controls.querySelector(':focus-visible') !== null;
    let again = false;
    this.busy = true;
    page.toast.hidden = true;
    this.update();
    try {
      await this.take(await send());
    } catch (error) {
      if (error.reason === undefined) throw error; // a defect of the page
      await get('/hand').then(
        (state) => this.take(state),
        () => {},
      );
      again = await showFailure(error);
    } finally {
      this.busy = false;
      this.update();
      if (focused) (this.playing ? this.moves : this.slip.placeButton).focus();
    }
    if (again) await this.request(send);
  }

  deal() {
    const { slip } = this;
    const stake = slip.total;
    if (stake === 0 || this.playing) return;
    const key = newKey();
    slip.last = { ...slip.bets };
    this.request(() => post('/deal', { stake, key }));
  }

  move(name, cost) {
    if (cost > this.page.wallet.balance()) {
      showInsufficientFunds();
      return;
    }
    const { id, step } = this.round;
    this.request(() => post('/move', { id, step, move: name }));
  }

  /** take deals the new cards of a response, then shows its result. */
  async take(state) {
    const { wallet } = this.page;
    syncClock(state.now);
    const first = !this.known;
    this.known = true;
    if (!state.round) {
      wallet.show(state.balance);
      return;
    }
    if (this.round?.id !== state.round.id) {
      this.felt.clear();
      wallet.win(0);
    }
    this.round = state.round;
    wallet.show(state.balance - state.round.win);
    // A round that ended before the page was opened is shown at once.
    await this.felt.deal(state.round, first ? 0 : pause);
    wallet.show(state.balance);
    if (state.round.over) {
      this.finish(first, state.balance);
      return;
    }
    const { line, spoken } = turnTexts(state.round);
    this.page.say(line);
    this.page.announce(spoken);
  }

  /** finish shows the result of the round, once. */
  finish(first, balance) {
    const { round, slip, page, past } = this;
    if (this.finished === round.id) return;
    this.finished = round.id;
    const { stake, win, hands } = round;
    const { short, spoken } = endTexts(round);
    const values = { amount: money(win), balance: money(balance) };
    const amount = t('say.amount', values);
    this.felt.call(short);
    page.wallet.win(win);
    page.say(win > stake && short !== amount ? `${short} · ${amount}` : short);
    page.announce(`${spoken} ${t(win > 0 ? 'say.win' : 'say.nothing', values)}`);
    for (const hand of hands) {
      const tone = hand.win > hand.stake ? 'green' : hand.win < hand.stake ? 'red' : 'grey';
      past.prepend(el(`span.${tone}`, String(hand.score)));
    }
    while (past.children.length > 20) past.lastChild.remove();
    play(win > stake ? 'win' : 'stop');
    slip.last ??= { [spot]: round.bet };
    slip.bets = { ...slip.last };
    if (!first) page.wallet.paid(win, round.id);
  }

  /** tick shows the time that is left; when it is over, the casino has ended the round. */
  tick() {
    const left = this.playing ? this.round.ends - now() : 0;
    this.page.ring.show(left, game.time);
    if (this.playing && left < -200 && !this.busy) this.reread();
  }
}

new Blackjack();
