import { useMemo, useState } from 'react';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { systemClock } from '@/lib/clock';
import { toWireDate } from '@/lib/format/date';
import type { Filters } from '@/lib/page/useFilters';
import { periodKeys, periodOf, type Period, type PeriodKey } from '../model/period';

/**
 * Returns the selected period. The current day is read once, so that the cache key does not change at
 * midnight.
 */
export function usePeriod(initialKey: PeriodKey): {
  key: PeriodKey;
  setKey(key: PeriodKey): void;
  period: Period;
  /** The wire date from which the period counts. */
  now: string;
} {
  const [key, setKey] = useState(initialKey);
  const now = useNow();
  const { timeZone } = bootstrap();
  return { key, setKey, period: usePeriodOf(key), now: toWireDate(new Date(now), timeZone) };
}

/** Returns the period of `?period=KEY` of the address, or of `initialKey`. */
export function usePeriodFilter(
  filters: Filters<'period'>,
  initialKey: PeriodKey,
): { key: PeriodKey; setKey(key: PeriodKey): void; period: Period } {
  const text = filters.get('period');
  const key = periodKeys.find((item) => item === text) ?? initialKey;
  const setKey = (next: PeriodKey) =>
    filters.set({ period: next === initialKey ? undefined : next });
  return { key, setKey, period: usePeriodOf(key) };
}

/** The time of the first render, in milliseconds since 1970. */
function useNow(): number {
  const [now] = useState(() => systemClock.now());
  return now;
}

function usePeriodOf(key: PeriodKey): Period {
  const now = useNow();
  return useMemo(() => periodOf(key, now, bootstrap().timeZone), [key, now]);
}

/** A start date for calls that require one; older than any account. */
export const earliestDate = '2000-01-01';
