import { useMemo, useState } from 'react';
import { bootstrap } from '@/lib/bootstrap';
import { systemClock } from '@/lib/clock';
import { periodOf, type Period, type PeriodKey } from '../model/period';

/**
 * Returns the selected period. The current day is read once, so that the cache key does not change at
 * midnight.
 */
export function usePeriod(initialKey: PeriodKey): {
  key: PeriodKey;
  setKey(key: PeriodKey): void;
  period: Period;
} {
  const [key, setKey] = useState(initialKey);
  const [now] = useState(() => systemClock.now());
  const period = useMemo(() => periodOf(key, now, bootstrap().timeZone), [key, now]);
  return { key, setKey, period };
}

/** A start date for calls that require one; older than any account. */
export const earliestDate = '2000-01-01';
