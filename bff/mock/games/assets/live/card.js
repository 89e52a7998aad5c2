// Playing cards: "AS" is the ace of spades, "10H" the ten of hearts.
import { t } from '../frame/boot.js';
import { el, fill, mark } from '../frame/dom.js';

const suits = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** rankOf gives the rank of a card: A, 2 to 10, J, Q or K. */
export const rankOf = (code) => code.slice(0, -1);

/** cardText names a card for screen readers: "10♥". */
export const cardText = (code) => rankOf(code) + suits[code.at(-1)];

/** card draws a card face down and turns it; without a code it stays face down until turn. */
export function card(code) {
  const front = el('span.card-front', { dir: 'ltr' });
  const inner = el('span.card-inner', el('span.card-back'), front);
  const node = el('span.card', { role: 'img', 'aria-label': t('card.hidden') }, inner);
  const turn = (known) => {
    const suit = `${suits[known.at(-1)]}\uFE0E`;
    mark(front, { hot: /[HD]$/.test(known) });
    fill(front, el('b', rankOf(known)), el('i', suit), el('em', suit));
    node.setAttribute('aria-label', cardText(known));
    // The browser must have drawn the back before it turns.
    requestAnimationFrame(() => requestAnimationFrame(() => node.classList.add('open')));
  };
  if (code) turn(code);
  return { node, turn };
}

/** handNode makes a hand: its cards, and a line with its name, score and stake. */
export function handNode(name, title = 'p') {
  const hand = {
    cards: el('div.hand-cards.row', { dir: 'ltr' }),
    label: el('span'),
    score: el('bdi.hand-score.pill'),
    stake: el('bdi.hand-stake'),
  };
  hand.title = el(`${title}.hand-name`, hand.label, hand.score, hand.stake);
  hand.node = el(`section.hand.${name}`, hand.cards, hand.title);
  return hand;
}
