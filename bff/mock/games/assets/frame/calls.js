// The page's requests to the casino.
import { boot, t } from './boot.js';
import { updateBonus } from './site.js';

/** GameError is a refused or failed request: reason is a stable code, message is for the player. */
class GameError extends Error {
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
}

const timeoutMs = 12_000;

async function call(path, options) {
  let response;
  let body;
  try {
    response = await fetch(boot.base + path, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
      ...options,
    });
    body = await response.json();
  } catch {
    throw new GameError('network', t('error.network'));
  }
  if (!response.ok) throw new GameError(body.error, body.message);
  updateBonus(body);
  return body;
}

/** post sends a bet and gives the settled round or the new state. */
export const post = (path, bet) =>
  call(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(bet),
  });

/** fetchState requests the state of the game: {balance, …}. */
export const fetchState = () => call('/state');

let offset = 0;

/** now gives the casino's time in milliseconds; the browser's clock may be wrong. */
export const now = () => performance.now() + offset;

/** syncClock takes the casino's time from a response that has just arrived. */
export function syncClock(state) {
  const sample = state.now - performance.now();
  // The response with the least delay is the best; a larger step means that the clock was moved.
  if (sample > offset || sample < offset - 1000) offset = sample;
}

/** pause resolves after some milliseconds. */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
