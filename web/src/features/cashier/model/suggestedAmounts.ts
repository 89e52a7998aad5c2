const limit = 6;

/** Returns round amounts within the limits, ascending: 1, 2.5 and 5 times powers of ten, in whole units. */
export function suggestedAmounts(min: number, max: number): number[] {
  const found: number[] = [];
  for (let power = 10; found.length < limit && power <= max; power *= 10) {
    for (const step of [1, 2.5, 5]) {
      const amount = step * power;
      if (amount >= min && amount <= max && found.length < limit) found.push(amount);
    }
  }
  return found;
}
