// How the game speaks to the site that frames it; the protocol stands at the server's Handler.

import { figuresOf } from './wallet.js';

/** framed tells whether there is a site around the game at all. */
export const framed = window.parent !== window;

function siteOrigin() {
  for (const address of [new URLSearchParams(location.search).get('origin'), document.referrer]) {
    try {
      const { origin } = new URL(address);
      if (origin !== 'null') return origin;
    } catch {
      // No address there; try the next.
    }
  }
  return null;
}

const target = siteOrigin();

/**
 * tell sends an event to the site. Figures go only to a site that is known; the balance, as the
 * game knows it, goes as the wallet's two.
 */
export function tell(event, { error, balance, ...figures } = {}) {
  if (!framed) return;
  if (balance !== undefined) Object.assign(figures, figuresOf(balance));
  const message = { type: 'croupier:game', event, ...(error && { error }), ...(target && figures) };
  window.parent.postMessage(message, target ?? '*');
}
