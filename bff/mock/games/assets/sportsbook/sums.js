// Cost and possible win of a slip, computed to the minor unit as the casino does.
const whole = (units) => Math.round(units * 100); // hundredths, as amounts and odds are counted

/** combinations lists all sets of size out of n things, by their indices. */
function combinations(n, size, from = 0) {
  if (size === 0) return [[]];
  const sets = [];
  for (let i = from; i <= n - size; i++) {
    for (const rest of combinations(n, size - 1, i + 1)) sets.push([i, ...rest]);
  }
  return sets;
}

/** choose gives the number of sets of size out of n things. */
export function choose(n, size) {
  let sets = 1;
  for (let i = 0; i < size; i++) sets = (sets * (n - i)) / (i + 1);
  return Math.round(sets);
}

/** product multiplies odds exactly and rounds down once to hundredths; it is at most limit. */
function product(odds, limit) {
  const exact = odds.reduce((all, odd) => all * BigInt(whole(odd)), 100n);
  const hundredths = exact / 100n ** BigInt(odds.length);
  const bound = BigInt(whole(limit));
  return Number(hundredths < bound ? hundredths : bound) / 100;
}

/** payout gives what a stake wins at odds in minor units, rounded down. */
const payout = (stake, odds) => Number((BigInt(whole(stake)) * BigInt(whole(odds))) / 100n);

/**
 * computeSums gives what a slip costs and may win: bets (their number), total, possible, and the
 * odds where all picks are one bet. mode is single, combo or system, of combinations of size.
 */
export function computeSums({ mode, size, stake, odds, maxOdds, maxWin }) {
  const single = mode === 'single';
  const picks = { single: 1, combo: odds.length, system: size }[mode];
  const limit = whole(maxWin);
  let won = 0;
  const sets = combinations(odds.length, picks);
  for (const set of sets) {
    const chosen = set.map((i) => odds[i]);
    const win = payout(stake, product(chosen, maxOdds));
    won += single ? Math.min(win, limit) : win;
  }
  return {
    bets: sets.length,
    total: (whole(stake) * sets.length) / 100,
    possible: (single ? won : Math.min(won, limit)) / 100,
    odds: mode === 'combo' ? product(odds, maxOdds) : 0,
  };
}
