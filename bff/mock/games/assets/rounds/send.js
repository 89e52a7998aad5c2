// The requests of the player's bets.
import { get, post } from '../frame/calls.js';
import { showFailure, showInsufficientFunds } from '../frame/frame.js';

/**
 * send posts a bet and returns whether the casino has accepted it.
 *   take(state): receives the response, or the round's state after a failure
 *   busy(is): is called when the request starts and ends
 *   failed(): is called after a failure, before the player sees it
 *   again(): posts the bet again, if the player wants to
 *   say(text), passing: failures that the page shows anyway, and that need no dialog
 */
export async function send(
  path,
  bet,
  { take, busy, failed = () => {}, again, say, passing = ['closed'] },
) {
  let next;
  busy(true);
  try {
    next = await post(path, bet);
  } catch (error) {
    busy(false);
    if (error.reason === undefined) throw error; // a defect of the page
    failed();
    // Without a state the page waits for the next one that it follows.
    await get('/state').then(take, () => {});
    if (passing.includes(error.reason)) {
      say(error.message);
      return false;
    }
    return (await showFailure(error)) && again();
  }
  busy(false);
  take(next);
  return true;
}

/**
 * sendBets places bets that cost a sum, all or none, and returns whether they were placed.
 * clear() removes the picks that the casino has accepted, even where its response was lost, so
 * that they are not bet on twice. The rest is as for send.
 */
export async function sendBets(path, bets, { sum, wallet, table, clear, take, ...rest }) {
  if (!(await wallet.covers(sum))) {
    await showInsufficientFunds();
    return false;
  }
  const last = table.bets.at(-1)?.id;
  return send(path, bets, {
    ...rest,
    take(next) {
      if (next.bets.at(-1)?.id !== last) clear();
      take(next);
    },
  });
}
