import { periodPresets } from '@/contracts/constants';
import type { Bonus } from '@/contracts/types';
import { toWireDate } from '@/lib/format/date';

export type PeriodKey = (typeof periodPresets)[number]['key'];

/** A period of wire dates, both inclusive. Without startDate it has no start. */
export interface Period {
  startDate?: string;
  endDate: string;
}

/** The keys of the presets, shortest period first. */
export const periodKeys: PeriodKey[] = periodPresets.map(({ key }) => key).reverse();

/** Returns the preset that starts this many days ago. */
export function periodOfDays(days: number): PeriodKey {
  const found = periodPresets.find((preset) => 'days' in preset && preset.days === days);
  if (!found) throw new RangeError(`no period preset has ${days} days`);
  return found.key;
}

/** Returns the days of a preset in the brand's time zone. `now` is in milliseconds since 1970. */
export function periodOf(key: PeriodKey, now: number, timeZone: string): Period {
  const today = toWireDate(new Date(now), timeZone).slice(0, 10);
  const [year = 0, month = 0] = today.split('-').map(Number);
  switch (key) {
    case 'all-times':
      return { endDate: today };
    case 'today':
      return { startDate: today, endDate: today };
    case 'yesterday':
      return { startDate: addDays(today, -1), endDate: addDays(today, -1) };
    case 'this-month':
      return { startDate: toDate(year, month, 1), endDate: today };
    case 'last-month':
      return { startDate: toDate(year, month - 1, 1), endDate: toDate(year, month, 0) };
    default:
      return { startDate: addDays(today, -daysOf(key)), endDate: today };
  }
}

const daysOf = (key: PeriodKey): number => {
  const preset = periodPresets.find((item) => item.key === key);
  return preset && 'days' in preset ? preset.days : 0;
};

/** Returns a wire date. Out-of-range values overflow as in Date.UTC. `month` counts from 1. */
const toDate = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);

const addDays = (from: string, days: number): string => {
  const [year = 0, month = 0, date = 0] = from.split('-').map(Number);
  return toDate(year, month, date + days);
};

type Ended = Pick<Bonus, 'ended_at' | 'expires_at'>;

/**
 * Returns the end of a finished bonus as a wire date: `ended_at`, or a past expiry. Otherwise the
 * bonus ended at an unknown time before its expiry and the result is undefined. `now` is a wire
 * date.
 */
export function endOf({ ended_at, expires_at }: Ended, now: string): string | undefined {
  if (ended_at) return ended_at;
  return expires_at !== null && expires_at <= now ? expires_at : undefined;
}

/** Reports whether a finished bonus ended within a period, or at an unknown time. */
export function endedWithin(bonus: Ended, period: Period, now: string): boolean {
  if (period.startDate === undefined) return true;
  const day = endOf(bonus, now)?.slice(0, 10);
  return day === undefined || (day >= period.startDate && day <= period.endDate);
}
