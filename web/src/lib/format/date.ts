import type { Bootstrap } from '@/contracts/types';
import type { Language } from '../i18n/language';
import { leftToRight, localeOf } from './number';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The fields of a wall clock in the order of Date.UTC. */
const fields = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** The formatters of wall clocks by time zone, because creating one is slow. */
const wallClocks = new Map<string, Intl.DateTimeFormat>();

function wallClock(timeZone: string): Intl.DateTimeFormat {
  let clock = wallClocks.get(timeZone);
  if (!clock) {
    const numeric = Object.fromEntries(fields.map((field) => [field, 'numeric']));
    clock = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...numeric });
    wallClocks.set(timeZone, clock);
  }
  return clock;
}

/** Returns the UTC offset of a time zone at `time` in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const parts = wallClock(timeZone).formatToParts(time);
  const [year = 0, month = 0, ...rest] = fields.map((field) =>
    Number(parts.find(({ type }) => type === field)?.value),
  );
  const wall = Date.UTC(year, month - 1, ...rest);
  return wall - Math.floor(time / 1000) * 1000;
}

/** Parses a wire date, `yyyy-mm-dd HH:mm:ss` or `yyyy-mm-dd`, as UTC: milliseconds since 1970. */
export function wireDateAsUtc(text: string): number {
  const [day = '', time = '00:00:00'] = text.split(' ');
  return Date.parse(`${day}T${time}Z`);
}

/** Parses a wire date in the brand's time zone. */
export function parseWireDate(text: string, timeZone: string): Date {
  const asUtc = wireDateAsUtc(text);
  if (Number.isNaN(asUtc)) return new Date(Number.NaN);
  const approximate = asUtc - offsetAt(asUtc, timeZone);
  return new Date(asUtc - offsetAt(approximate, timeZone));
}

/** Formats a date as a wire date: `yyyy-mm-dd HH:mm:ss` in the brand's time zone. */
export function toWireDate(date: Date, timeZone: string): string {
  const local = new Date(date.getTime() + offsetAt(date.getTime(), timeZone));
  return local.toISOString().slice(0, 19).replace('T', ' ');
}

export type DateStyle = 'date' | 'time' | 'date-time' | 'long';

/** A brand's date format: `dmy` is always dd/mm/yyyy, `locale` depends on the language. */
type DateFormat = Bootstrap['formats']['dates'];

const styles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  date: { day: '2-digit', month: '2-digit', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
  'date-time': {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
};

/** Formats a date in the brand's time zone. Returns '' for an invalid date. */
export function formatDate(
  date: Date,
  language: Language,
  timeZone: string,
  style: DateStyle = 'date-time',
  format: DateFormat = 'dmy',
): string {
  if (Number.isNaN(date.getTime())) return '';
  if (format === 'dmy' && style !== 'long') {
    const [day = '', time = ''] = toWireDate(date, timeZone).split(' ');
    const dayMonthYear = day.split('-').reverse().join('/');
    const texts = {
      date: dayMonthYear,
      time: time.slice(0, 5),
      'date-time': `${dayMonthYear} ${time.slice(0, 5)}`,
    };
    return leftToRight(texts[style], language);
  }
  return new Intl.DateTimeFormat(localeOf(language), { ...styles[style], timeZone }).format(date);
}

/**
 * Formats a date relative to `now`, as in "3 minutes ago" or "tomorrow". Periods of a day or more
 * count calendar days of the time zone.
 */
export function formatRelative(
  date: Date,
  now: number,
  language: Language,
  timeZone: string,
): string {
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' });
  const difference = date.getTime() - now;
  const dayOf = (time: number) => Math.floor((time + offsetAt(time, timeZone)) / dayMs);
  if (Math.abs(difference) >= dayMs)
    return format.format(dayOf(date.getTime()) - dayOf(now), 'day');
  return Math.abs(difference) >= hourMs
    ? format.format(Math.trunc(difference / hourMs), 'hour')
    : format.format(Math.trunc(difference / minuteMs), 'minute');
}

/** Splits a duration in milliseconds for countdowns. Negative durations count as zero. */
export function splitDuration(duration: number): {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
} {
  const seconds = Math.max(0, Math.floor(duration / 1000));
  return {
    days: Math.floor(seconds / 86400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}
