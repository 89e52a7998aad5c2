// Which bets have been decided since the page last looked.

const known = new Set();
let looked = false;

/**
 * settled gives the bets that are new among those decided, and whether this is the first
 * look: what was decided before the page was opened is no news.
 */
export function settled(bets) {
  const fresh = bets.filter((bet) => bet.settled && !known.has(bet.id));
  for (const bet of fresh) known.add(bet.id);
  const first = !looked;
  looked = true;
  return { fresh, first };
}

/** won adds up what bets have won. */
export const won = (bets) => bets.reduce((sum, bet) => sum + Math.round(bet.win * 100), 0) / 100;
