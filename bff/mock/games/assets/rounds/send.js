// How a player's move gets to the casino.
import { showFailure, showInsufficientFunds } from '../frame/frame.js';
import { get, post } from '../frame/calls.js';

/** reread finds out how the round stands when an answer was lost. */
async function reread(take) {
  try {
    take(await get('/state'));
  } catch {
    // What follows the round asks again.
  }
}

/**
 * send asks the casino for a move, and tells whether it was made.
 *   take(state): what the casino answers, or how the round stands after a failure
 *   busy(is): hears that the move is under way, and that it no longer is
 *   failed(): hears of a failure, before it is told
 *   again(): makes the move anew, where the player wants to
 *   say(text), and passing: failures that are seen in the round, and need no dialog
 */
export async function send(
  path,
  move,
  { take, busy, failed = () => {}, again, say, passing = ['closed'] },
) {
  let next;
  busy(true);
  try {
    next = await post(path, move);
  } catch (error) {
    busy(false);
    if (error.word === undefined) throw error; // a defect of the page
    failed();
    await reread(take);
    if (passing.includes(error.word)) {
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
 * sendBets places bets that cost a sum on the round of a table, all or none, and tells whether
 * they were placed. Picks that did get through are not to be bet on a second time, even where
 * the answer was lost: clear() takes them back. The rest is as for send.
 */
export async function sendBets(path, move, { sum, purse, table, clear, take, ...rest }) {
  if (purse.balance() < sum) {
    await showInsufficientFunds();
    return false;
  }
  const last = table.bets.at(-1)?.id;
  return send(path, move, {
    ...rest,
    take(next) {
      if (next.bets.at(-1)?.id !== last) clear();
      take(next);
    },
  });
}
