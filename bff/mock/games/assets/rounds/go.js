// The one big button of a game of rounds.
import { el } from '../frame/dom.js';

/** goButton makes it. Its deed says what pressing does, its sum for how much. */
export function goButton(press) {
  const deed = el('strong', { class: 'deed' });
  const sum = el('bdi', { class: 'sum' });
  const node = el('button', { type: 'button', class: 'go', onclick: press }, deed, sum);
  return { node, deed, sum };
}
