// What a slip comes to: the casino counts in the same way, to the kuruş.
const whole = (units) => Math.round(units * 100); // hundredths, as money and odds are

/** combinations lists all sets of so many of n things, by their places. */
function combinations(n, size) {
  const out = [];
  const take = (set, from) => {
    if (set.length === size) {
      out.push(set);
      return;
    }
    for (let i = from; i < n; i++) take([...set, i], i + 1);
  };
  take([], 0);
  return out;
}

/** choose is how many sets of so many of n things there are. */
export function choose(n, size) {
  let ways = 1;
  for (let i = 0; i < size; i++) ways = (ways * (n - i)) / (i + 1);
  return Math.round(ways);
}

/** product multiplies odds: exact, rounded down once to hundredths, and at most most. */
function product(odds, most) {
  const exact = odds.reduce((all, odd) => all * BigInt(whole(odd)), 100n);
  const hundredths = exact / 100n ** BigInt(odds.length);
  const bound = BigInt(whole(most));
  return Number(hundredths < bound ? hundredths : bound) / 100;
}

/** prize is what a stake wins at odds, rounded down to the kuruş. */
const prize = (stake, odds) => Number((BigInt(whole(stake)) * BigInt(whole(odds))) / 100n) / 100;

/**
 * reckon says what a slip of odds costs and may win: bets (how many), total, possible, and the
 * odds where all picks are one bet. mode is single, combo or system, of combinations of size.
 */
export function reckon({ mode, size, stake, odds, maxOdds, maxWin }) {
  const sets =
    mode === 'single'
      ? odds.map((_, i) => [i])
      : combinations(odds.length, mode === 'system' ? size : odds.length);
  let won = 0;
  for (const set of sets) {
    const one = prize(
      stake,
      product(
        set.map((i) => odds[i]),
        maxOdds,
      ),
    );
    won += whole(mode === 'single' ? Math.min(one, maxWin) : one);
  }
  return {
    bets: sets.length,
    total: (whole(stake) * sets.length) / 100,
    possible: mode === 'single' ? won / 100 : Math.min(won / 100, maxWin),
    odds: mode === 'combo' ? product(odds, maxOdds) : 0,
  };
}
