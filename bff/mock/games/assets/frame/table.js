// The game's calls to the casino.
import { boot, t } from './boot.js';
import { heed } from './wallet.js';

/** GameError is a refusal or failure of a call: word is stable, message is for the player. */
class GameError extends Error {
  constructor(word, message) {
    super(message);
    this.word = word;
  }
}

// Milliseconds after which an answer is not waited for any longer. Whoever asked then reads
// anew what has become of it, so that a casino that hangs leaves nobody before a stuck game.
const PATIENCE = 12_000;

async function call(path, { signal, ...options } = {}) {
  let response;
  let body;
  try {
    response = await fetch(boot.base + path, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.any([AbortSignal.timeout(PATIENCE), ...(signal ? [signal] : [])]),
      ...options,
    });
    body = await response.json();
  } catch {
    throw new GameError('network', t('error.network'));
  }
  if (!response.ok) throw new GameError(body.error, body.message);
  heed(body);
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
