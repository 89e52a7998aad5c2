// The page's requests to the casino.
import { boot, t } from './boot.js';
import { updateBonus } from './wallet.js';

/** GameError is a refused or failed request: reason is a stable code, message is for the player. */
class GameError extends Error {
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
}

const TIMEOUT = 12_000; // milliseconds: after this the page asks again what has happened

async function call(path, { signal, ...options } = {}) {
  let response;
  let body;
  try {
    response = await fetch(boot.base + path, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), ...(signal ? [signal] : [])]),
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

/** post sends a bet and gives the settled round. */
export const post = (path, bet) =>
  call(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(bet),
  });

/** get requests the state of a path; a signal may abort the request. */
export const get = (path, signal) => call(path, { signal });

/** fetchBalance requests the wallet's balance. */
export const fetchBalance = async () => (await call('/balance')).balance;
