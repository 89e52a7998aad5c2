import type { Bonus } from '@/contracts/types';
import type { Period } from './period';

/** Returns whether a bonus ended within a period; one without an end belongs to all times only. */
export function endedWithin({ expires_at }: Pick<Bonus, 'expires_at'>, period: Period): boolean {
  if (period.startDate === undefined) return true;
  const day = expires_at?.slice(0, 10);
  return day !== undefined && day >= period.startDate && day <= period.endDate;
}
