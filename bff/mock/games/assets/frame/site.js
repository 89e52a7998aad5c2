// Messages to and from the site that frames the game, see contracts/WIRE.md.
import { boot } from './boot.js';

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

let { bonus } = boot; // {held, own, inUse} of a present or former bonus

/** updateBonus reads the bonus from a response. A bonus that has ended holds nothing. */
export function updateBonus(response) {
  if (response.balance !== undefined)
    bonus = response.bonus ?? (bonus && { held: 0, inUse: false });
}

/** ownMoney gives the player's own balance while a bonus is staked, else undefined. */
export const ownMoney = () => (bonus?.inUse ? bonus.own : undefined);

/** walletFigures gives the wallet's balances as the site shows them for a balance of the game. */
export function walletFigures(balance) {
  if (bonus?.inUse) return { balance: bonus.own, bonus: balance };
  return bonus ? { balance, bonus: bonus.held } : { balance };
}

/**
 * notifySite posts an event to the site. Amounts are included only if the site's origin is
 * known; the game's balance is sent as the wallet's two balances.
 */
export function notifySite(event, { error, balance, ...amounts } = {}) {
  if (!framed) return;
  if (balance !== undefined) Object.assign(amounts, walletFigures(balance));
  const message = { type: 'croupier:game', event, ...(error && { error }), ...(target && amounts) };
  window.parent.postMessage(message, target ?? '*');
}

/** onWalletChange calls changed when the site says that the wallet has changed other than by the game. */
export const onWalletChange = (changed) =>
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== target) return;
    if (data?.type === 'croupier:site' && data.event === 'balance') changed();
  });

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
