import { useMemo, useState } from 'react';
import { bootstrap } from '@/lib/bootstrap';
import { systemClock } from '@/lib/clock';
import { periodOf, type Period, type PeriodKey } from '../model/period';

/** The chosen period; its days are worked out once, so that a list's key does not move at midnight. */
export function usePeriod(first: PeriodKey): {
  key: PeriodKey;
  setKey(key: PeriodKey): void;
  period: Period;
} {
  const [key, setKey] = useState(first);
  const [now] = useState(() => systemClock.now());
  const period = useMemo(() => periodOf(key, now, bootstrap().timeZone), [key, now]);
  return { key, setKey, period };
}

/** A start for the calls that must be told one: before any player had an account. */
export const beginning = '2000-01-01';
