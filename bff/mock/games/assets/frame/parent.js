// Messages to the site that frames the game; the protocol is documented at the server's Handler.
import { walletFigures } from './wallet.js';

/** framed reports whether the game is in a frame. */
export const framed = window.parent !== window;

function siteOrigin() {
  for (const address of [new URLSearchParams(location.search).get('origin'), document.referrer]) {
    try {
      const { origin } = new URL(address);
      if (origin !== 'null') return origin;
    } catch {
      // Not a URL: try the next one.
    }
  }
  return null;
}

const target = siteOrigin();

/**
 * notifySite posts an event to the site. Amounts are included only if the site's origin is
 * known; the game's balance is sent as the wallet's two balances.
 */
export function notifySite(event, { error, balance, ...figures } = {}) {
  if (!framed) return;
  if (balance !== undefined) Object.assign(figures, walletFigures(balance));
  const message = { type: 'croupier:game', event, ...(error && { error }), ...(target && figures) };
  window.parent.postMessage(message, target ?? '*');
}

/** onWalletChange calls changed when the site says that the wallet has changed other than by the game. */
export const onWalletChange = (changed) =>
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== target) return;
    if (data?.type === 'croupier:site' && data.event === 'balance') changed();
  });

/** inputIntervalMs is the shortest time between two messages about the player's input. */
const inputIntervalMs = 10_000;
let lastInput = -Infinity;

for (const name of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
  window.addEventListener(
    name,
    (event) => {
      if (event.timeStamp - lastInput < inputIntervalMs) return;
      lastInput = event.timeStamp;
      notifySite('input');
    },
    { passive: true },
  );
}
