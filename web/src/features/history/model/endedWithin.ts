import type { Bonus } from '@/contracts/types';
import type { Period } from './period';

type Ended = Pick<Bonus, 'ended_at' | 'expires_at'>;

/**
 * Returns when a finished bonus ended, as a wire date: `ended_at`, else a past expiry. A bonus that expires later, or
 * never, ended before its expiry; without `ended_at` its end is unknown, undefined. `now` is a wire date.
 */
export function endOf({ ended_at, expires_at }: Ended, now: string): string | undefined {
  if (ended_at) return ended_at;
  return expires_at !== null && expires_at <= now ? expires_at : undefined;
}

/** Returns whether a finished bonus ended within a period; one whose end is unknown is in every period. */
export function endedWithin(bonus: Ended, period: Period, now: string): boolean {
  if (period.startDate === undefined) return true;
  const day = endOf(bonus, now)?.slice(0, 10);
  return day === undefined || (day >= period.startDate && day <= period.endDate);
}
