import { useMemo, useState } from 'react';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { systemClock } from '@/lib/clock';
import { toWireDate } from '@/lib/format/date';
import type { Filters } from '@/lib/page/useFilters';
import { periodKeys, periodOf, type Period, type PeriodKey } from '../model/period';

/**
 * Returns the period of `?period=KEY` in the address, or of `initialKey`. It reads the current day
 * only on mount, because the cache key must not change at midnight.
 */
export function usePeriod(
  filters: Filters<'period'>,
  initialKey: PeriodKey,
): {
  key: PeriodKey;
  setKey(key: PeriodKey): void;
  period: Period;
  /** The current time as a wire date. */
  now: string;
} {
  const [now] = useState(() => systemClock.now());
  const { timeZone } = bootstrap();
  const text = filters.get('period');
  const key = periodKeys.find((known) => known === text) ?? initialKey;
  return {
    key,
    setKey: (next) => filters.set({ period: next === initialKey ? undefined : next }),
    period: useMemo(() => periodOf(key, now, timeZone), [key, now, timeZone]),
    now: toWireDate(new Date(now), timeZone),
  };
}

/** A start date for calls that require one, older than any account. */
export const earliestDate = '2000-01-01';
