// The table: the dealer's hand, the player's one or two, and the result.
import { money, t } from '../frame/boot.js';
import { el, mark } from '../frame/dom.js';
import { reducedMotion } from '../frame/motion.js';
import { play } from '../frame/sound.js';
import { card, handNode, rankOf } from '../live/card.js';

const wait = (ms) => new Promise((done) => setTimeout(done, reducedMotion() ? 0 : ms));

/** count adds up cards; an ace counts eleven where that is not too much. */
function count(codes) {
  const ranks = codes.map(rankOf);
  const sum = ranks.reduce((all, rank) => all + (rank === 'A' ? 1 : Number(rank) || 10), 0);
  return ranks.includes('A') && sum <= 11 ? sum + 10 : sum;
}

/** Hand is one hand. */
class Hand {
  constructor(name) {
    Object.assign(this, handNode(name));
    this.dealt = []; // {code, drawn}; a card that is face down has no code
  }

  name(label) {
    this.label.textContent = label;
    this.node.setAttribute('aria-label', label);
  }

  /** lay deals a card or turns one, and returns whether there was anything to do. */
  lay(i, code) {
    const there = this.dealt[i];
    if (there?.code || (there && !code)) return false;
    if (there) there.drawn.turn(code);
    this.add({ code, drawn: there?.drawn ?? card(code) }, i);
    play('click');
    return true;
  }

  add(entry, i = this.dealt.length) {
    this.dealt[i] = entry;
    if (!this.cards.contains(entry.drawn.node)) this.cards.append(entry.drawn.node);
    this.cards.style.setProperty('--n', String(this.dealt.length));
    this.showScore();
  }

  /** take removes the last card, for another hand. */
  take() {
    const entry = this.dealt.pop();
    this.showScore();
    return entry;
  }

  showScore() {
    const codes = this.dealt.map((entry) => entry.code).filter(Boolean);
    this.score.textContent = codes.length > 0 ? String(count(codes)) : '';
  }
}

/** Felt draws a round; circle is the place of the stake. */
export class Felt {
  constructor(circle) {
    this.top = el('div.dealer-hand');
    this.ours = el('div.ours');
    this.banner = el('p.banner.gold', { hidden: true, 'aria-hidden': 'true' });
    const middle = el('div.middle', el('p.law', t('law')), this.banner, circle);
    this.node = el('div.felt', el('div.places.center', this.top, middle, this.ours));
    this.clear();
  }

  clear() {
    this.dealer = new Hand('dealer');
    this.dealer.name(t('dealer'));
    this.top.replaceChildren(this.dealer.node);
    this.hands = [];
    this.ours.replaceChildren();
    this.seat(1);
    this.banner.hidden = true;
  }

  /** seat makes the player's hands; the second one begins with a card of the first. */
  seat(number) {
    while (this.hands.length < number) {
      const hand = new Hand('you');
      this.hands.push(hand);
      this.ours.append(hand.node);
      const [first] = this.hands;
      if (hand !== first && first.dealt.length === 2) hand.add(first.take());
    }
    mark(this.node, { two: number === 2 });
    this.hands.forEach((hand, i) => hand.name(number === 1 ? t('you') : t('hand.n', { n: i + 1 })));
  }

  /** deal lays the cards that are new in their order, with a pause after each in milliseconds. */
  async deal(round, pause) {
    this.seat(round.hands.length);
    const { dealer, hands } = this;
    const own = round.hands.map(({ cards }, i) => [hands[i], cards]);
    const [first, ...others] = own;
    const top = [dealer, round.dealer];
    const order = [
      ...[0, 1].flatMap((i) => [
        [...first, i],
        [...top, i],
      ]),
      ...others.flatMap((hand) => [0, 1].map((i) => [...hand, i])),
      ...[...own, top].flatMap(([hand, cards]) => cards.map((_, i) => [hand, cards, i]).slice(2)),
    ];
    for (const [hand, cards, i] of order) if (hand.lay(i, cards[i])) await wait(pause);
    this.show(round);
  }

  /** show writes the stakes, and marks the hand that is played and those that have won. */
  show({ hands, over, turn, win, stake, insurance, insuranceWin }) {
    const two = hands.length === 2;
    hands.forEach((hand, i) => {
      const { node, stake: text } = this.hands[i];
      const current = two && !over && i === turn;
      mark(node, {
        turn: current,
        ahead: over && hand.win > hand.stake,
        gone: hand.end === 'bust',
      });
      node.setAttribute('aria-current', String(current));
      text.textContent = two && hand.end ? t(`end.short.${hand.end}`) : money(hand.stake);
    });
    mark(this.dealer.node, { ahead: over && win < stake });
    mark(this.dealer.stake, { lost: over && insuranceWin === 0 });
    const insured = insurance > 0 ? t('insured', { amount: money(insurance) }) : '';
    this.dealer.stake.textContent = insured;
  }

  /** call writes the result over the table. */
  call(text) {
    this.banner.textContent = text;
    this.banner.hidden = false;
  }
}
