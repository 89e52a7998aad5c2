// Playing cards: "AS" is the ace of spades, "10H" the ten of hearts.
import { t } from '../frame/boot.js';
import { el } from '../frame/dom.js';

const suits = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** cardText names a card for those who cannot see it: "10♥". */
export const cardText = (code) => code.slice(0, -1) + suits[code.slice(-1)];

/** card draws a card that lies on its face until it is turned; null is one nobody knows. */
export function card(code) {
  const front = el('span', { class: 'card-front', dir: 'ltr' });
  const node = el(
    'span',
    { class: 'card', role: 'img' },
    el('span', { class: 'card-inner' }, el('span', { class: 'card-back' }), front),
  );
  const turn = (known) => {
    const suit = known.slice(-1);
    front.classList.toggle('hot', suit === 'H' || suit === 'D');
    front.replaceChildren(
      el('b', { text: known.slice(0, -1) }),
      el('i', { text: `${suits[suit]}\uFE0E` }),
      el('em', { text: `${suits[suit]}\uFE0E` }),
    );
    node.setAttribute('aria-label', cardText(known));
    // The browser must have drawn the back before it turns.
    requestAnimationFrame(() => requestAnimationFrame(() => node.classList.add('open')));
  };
  node.setAttribute('aria-label', t('card.hidden'));
  if (code) turn(code);
  return { node, turn };
}
