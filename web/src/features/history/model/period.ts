import { periodPresets } from '@/contracts/constants';
import { toWireDate } from '@/lib/format';

export type PeriodKey = (typeof periodPresets)[number]['key'];

/** Days on the wire, both inclusive; without a start the period has no beginning. */
export interface Period {
  startDate?: string;
  endDate: string;
}

/** The keys of the presets, the shortest period first. */
export const periodKeys: PeriodKey[] = periodPresets.map(({ key }) => key).reverse();

/** The preset that counts this many days back; the last-7-day of the account, the last-30-day of bets. */
export function periodOfDays(days: number): PeriodKey {
  const found = periodPresets.find((preset) => 'days' in preset && preset.days === days);
  if (!found) throw new RangeError(`no period of ${days} days`);
  return found.key;
}

/** A preset as days of the brand's calendar (spec §9). `now` is milliseconds since 1970. */
export function periodOf(key: PeriodKey, now: number, timeZone: string): Period {
  const today = toWireDate(new Date(now), timeZone).slice(0, 10);
  const [year = 0, month = 0] = today.split('-').map(Number);
  switch (key) {
    case 'all-times':
      return { endDate: today };
    case 'today':
      return { startDate: today, endDate: today };
    case 'yesterday':
      return { startDate: shifted(today, -1), endDate: shifted(today, -1) };
    case 'this-month':
      return { startDate: day(year, month, 1), endDate: today };
    case 'last-month':
      return { startDate: day(year, month - 1, 1), endDate: day(year, month, 0) };
    default:
      return { startDate: shifted(today, -daysOf(key)), endDate: today };
  }
}

const daysOf = (key: PeriodKey): number => {
  const preset = periodPresets.find((it) => it.key === key);
  return preset && 'days' in preset ? preset.days : 0;
};

/** A day of the calendar; months and days run over as Date.UTC has them. `month` counts from 1. */
const day = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);

const shifted = (from: string, days: number): string => {
  const [year = 0, month = 0, date = 0] = from.split('-').map(Number);
  return day(year, month, date + days);
};
