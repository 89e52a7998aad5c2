import type { Language } from '../i18n/language';
import { localeOf } from './locale';

const minute = 60_000;

/** How far a zone's wall clock is ahead of UTC at a moment: milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(time);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
  );
  return wall - Math.floor(time / 1000) * 1000;
}

/** Reads a wire date, `yyyy-mm-dd HH:mm:ss` or `yyyy-mm-dd`, in the brand's time zone (calls.md §2). */
export function parseWireDate(text: string, timeZone: string): Date {
  const [day = '', time = '00:00:00'] = text.split(' ');
  const asUtc = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(asUtc)) return new Date(Number.NaN);
  const near = asUtc - offsetAt(asUtc, timeZone);
  return new Date(asUtc - offsetAt(near, timeZone));
}

/** Writes a date as the wire wants it: `yyyy-mm-dd HH:mm:ss` in the brand's time zone. */
export function toWireDate(date: Date, timeZone: string): string {
  const local = new Date(date.getTime() + offsetAt(date.getTime(), timeZone));
  return local.toISOString().slice(0, 19).replace('T', ' ');
}

export type DateStyle = 'date' | 'time' | 'date-time' | 'long';

const styles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  // dd/mm/yyyy order comes from the language (spec §9, date formats).
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

/** A date as the player reads it, in the brand's time zone; '' for one that cannot be read. */
export function formatDate(
  date: Date,
  language: Language,
  timeZone: string,
  style: DateStyle = 'date-time',
): string {
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat(localeOf(language), { ...styles[style], timeZone }).format(date);
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
];

/** How far a moment lies from now: "3 minutes ago", "in 2 days". */
export function formatRelative(date: Date, now: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' });
  const away = date.getTime() - now;
  for (const [unit, size] of units) {
    if (Math.abs(away) >= size) return format.format(Math.trunc(away / size), unit);
  }
  return format.format(0, 'minute');
}

/** Days, hours, minutes and seconds of a span, for count-downs. Milliseconds; never below zero. */
export function splitSpan(span: number): {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
} {
  const seconds = Math.max(0, Math.floor(span / 1000));
  return {
    days: Math.floor(seconds / 86400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}
