import type { LimitsAnswer } from '@/contracts/types';

/** Why no game may run: a break, a self-exclusion, or a limit that is reached. */
export type ClosingReason = 'break' | 'exclusion' | 'limit';

/** Returns why no game may run, or undefined. Limits of deposits close no game. */
export function closingReason(of: LimitsAnswer): ClosingReason | undefined {
  if (of.exclusion) return 'exclusion';
  if (of.cool_off) return 'break';
  return of.limits.some(({ kind, left }) => kind !== 'deposit' && left <= 0) ? 'limit' : undefined;
}
