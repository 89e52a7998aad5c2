// What lies on the felt: the dealer's hand, the player's one or two, and how they ended.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { reducedMotion } from '../frame/motion.js';
import { play } from '../frame/sound.js';
import { card } from '../live/card.js';

const wait = (ms) => new Promise((done) => setTimeout(done, reducedMotion() ? 0 : ms));

/** count is what cards come to. */
function count(codes) {
  const ranks = codes.map((code) => code.slice(0, -1));
  const sum = ranks.reduce((a, r) => a + (r === 'A' ? 1 : Number(r) || 10), 0);
  return ranks.includes('A') && sum <= 11 ? sum + 10 : sum;
}

/** Side is one hand: its cards, and a line that says whose it is and what it comes to. */
class Side {
  constructor(name) {
    this.cards = el('div', { class: 'hand-cards', dir: 'ltr' });
    this.label = el('span');
    this.score = el('bdi', { class: 'hand-score' });
    this.stake = el('bdi', { class: 'hand-stake' });
    this.node = el(
      'section',
      { class: `hand ${name}` },
      this.cards,
      el('p', { class: 'hand-name' }, this.label, this.score, this.stake),
    );
    this.laid = []; // {code, drawn}; a card that nobody knows has no code
  }

  named(label) {
    this.label.textContent = label;
    this.node.setAttribute('aria-label', label);
  }

  /** lay puts a card down or turns one, and tells whether there was anything to do. */
  lay(i, code) {
    const there = this.laid[i];
    if (there?.code || (there && !code)) return false;
    if (there) there.drawn.turn(code);
    this.add({ code, drawn: there?.drawn ?? card(code) }, i);
    play('click');
    return true;
  }

  add(entry, i = this.laid.length) {
    this.laid[i] = entry;
    if (!this.cards.contains(entry.drawn.node)) this.cards.append(entry.drawn.node);
    this.cards.style.setProperty('--n', String(this.laid.length));
    this.showScore();
  }

  /** give takes the last card away, for another hand. */
  give() {
    const entry = this.laid.pop();
    this.showScore();
    return entry;
  }

  showScore() {
    const codes = this.laid.map((entry) => entry.code).filter(Boolean);
    this.score.textContent = codes.length > 0 ? String(count(codes)) : '';
  }
}

/** Felt draws a round; circle is the place of the stake. */
export class Felt {
  constructor(circle) {
    this.dealer = new Side('dealer');
    this.ours = el('div', { class: 'ours' });
    this.banner = el('p', {
      class: 'banner',
      hidden: true,
      'aria-hidden': 'true',
    });
    this.node = el(
      'div',
      { class: 'felt' },
      el(
        'div',
        { class: 'places' },
        this.dealer.node,
        el(
          'div',
          { class: 'middle' },
          el('p', { class: 'law', text: t('law') }),
          this.banner,
          circle,
        ),
        this.ours,
      ),
    );
    this.clear();
  }

  clear() {
    const dealer = new Side('dealer');
    dealer.named(t('dealer'));
    this.dealer.node.replaceWith(dealer.node);
    this.dealer = dealer;
    this.hands = [];
    this.ours.replaceChildren();
    this.seat(1);
    this.banner.hidden = true;
  }

  /** seat makes room for as many hands; the second one begins with a card of the first. */
  seat(hands) {
    while (this.hands.length < hands) {
      const side = new Side('you');
      this.hands.push(side);
      this.ours.append(side.node);
      if (this.hands.length === 2 && this.hands[0].laid.length === 2)
        side.add(this.hands[0].give());
    }
    this.node.classList.toggle('two', hands === 2);
    for (const [i, side] of this.hands.entries())
      side.named(hands === 1 ? t('you') : t('hand.n', { n: i + 1 }));
  }

  /** lay deals what is new, as a dealer does; gap is the milliseconds from card to card. */
  async lay(round, gap) {
    this.seat(round.hands.length);
    const { dealer, hands } = this;
    const rest = (side, cards) => cards.map((_, i) => [side, i, cards]).slice(2);
    const own = round.hands.map((hand, i) => [hands[i], hand.cards]);
    const order = [
      [hands[0], 0, round.hands[0].cards],
      [dealer, 0, round.dealer],
      [hands[0], 1, round.hands[0].cards],
      [dealer, 1, round.dealer],
      ...own.slice(1).flatMap(([side, cards]) => [0, 1].map((i) => [side, i, cards])),
      ...own.flatMap(([side, cards]) => rest(side, cards)),
      ...rest(dealer, round.dealer),
    ];
    for (const [side, i, cards] of order) if (side.lay(i, cards[i])) await wait(gap);
    this.show(round);
  }

  /** show says what is staked where, and which hand is played. */
  show(round) {
    const two = round.hands.length === 2;
    for (const [i, { stake, win, end }] of round.hands.entries()) {
      const side = this.hands[i];
      const turn = two && !round.over && i === round.turn;
      side.node.classList.toggle('turn', turn);
      side.node.setAttribute('aria-current', String(turn));
      side.node.classList.toggle('ahead', round.over && win > stake);
      side.node.classList.toggle('gone', end === 'bust');
      side.stake.textContent = two && end ? t(`end.short.${end}`) : money(stake);
    }
    this.dealer.node.classList.toggle('ahead', round.over && round.win < round.stake);
    const insured = round.over && round.insuranceWin === 0 ? 'lost' : '';
    this.dealer.stake.className = `hand-stake ${insured}`;
    this.dealer.stake.textContent =
      round.insurance > 0 ? t('insured', { amount: money(round.insurance) }) : '';
  }

  /** call writes how the round ended over the felt. */
  call(text) {
    this.banner.textContent = text;
    this.banner.hidden = false;
  }
}
