// The game's calls to the casino.
import { boot, t } from './boot.js';

/** GameError is a refusal or failure of a call: word is stable, message is for the player. */
class GameError extends Error {
  constructor(word, message) {
    super(message);
    this.word = word;
  }
}

async function call(path, options) {
  let response;
  let body;
  try {
    response = await fetch(boot.base + path, {
      cache: 'no-store',
      credentials: 'omit',
      ...options,
    });
    body = await response.json();
  } catch {
    throw new GameError('network', t('error.network'));
  }
  if (!response.ok) throw new GameError(body.error, body.message);
  return body;
}

/** post sends a bet and gives the settled round. */
export const post = (path, bet) =>
  call(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(bet),
  });

/** look asks what stands at the table; a signal may end the asking. */
export const look = (path, signal) => call(path, { signal });

/** fetchBalance asks what the wallet holds now. */
export const fetchBalance = async () => (await call('/balance')).balance;
