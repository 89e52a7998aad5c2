import { useMemo, useState } from 'react';
import { bootstrap } from '@/lib/bootstrap';
import { systemClock } from '@/lib/clock';
import { periodKeys, periodOf, type Period, type PeriodKey } from '../model/period';
import type { Filters } from './useFilters';

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
  return { key, setKey, period: usePeriodOf(key) };
}

/** Returns the period of `?period=KEY` of the address, or of `initialKey`. */
export function usePeriodFilter(
  filters: Filters<'period'>,
  initialKey: PeriodKey,
): { key: PeriodKey; setKey(key: PeriodKey): void; period: Period } {
  const text = filters.get('period');
  const key = periodKeys.find((it) => it === text) ?? initialKey;
  const setKey = (next: PeriodKey) =>
    filters.set({ period: next === initialKey ? undefined : next });
  return { key, setKey, period: usePeriodOf(key) };
}

function usePeriodOf(key: PeriodKey): Period {
  const [now] = useState(() => systemClock.now());
  return useMemo(() => periodOf(key, now, bootstrap().timeZone), [key, now]);
}

/** A start date for calls that require one; older than any account. */
export const earliestDate = '2000-01-01';
