import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { systemClock } from '@/lib/clock';
import { toWireDate } from '@/lib/format/date';
import { useRequested } from '@/lib/page/page';
import { periodKeys, periodOf, type Period, type PeriodKey } from '../model/period';

/** The filters of a list in the address, so that a reload, a link and the browser's back restore them. */
interface Filters<Name extends string> {
  get(name: Name): string | undefined;
  /** Returns a filter that is a positive integer of at most 15 digits, such as an id of the platform. */
  number(name: Name): number | undefined;
  /** Changes filters; undefined removes one. Each change is an entry of the history. */
  set(changes: Partial<Record<Name, string | number | undefined>>): void;
}

/** Returns the filters of the address by name; other parts of the query stay as they are. */
export function useFilters<Name extends string>(): Filters<Name> {
  const [shown, setQuery] = useSearchParams();
  const [query, setRequested] = useRequested(shown);
  return {
    get: (name) => query.get(name) ?? undefined,
    number: (name) => {
      const text = query.get(name) ?? '';
      return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
    },
    set: (changes) => {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries<string | number | undefined>(changes)) {
        if (value === undefined) next.delete(name);
        else next.set(name, String(value));
      }
      setRequested(next);
      setQuery(next);
    },
  };
}

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
