import { splitDuration } from '@/lib/format/date';

/** Formats a time span in milliseconds as `12:05` or `1:02:03`. */
export function formatTimeSpan(span: number): string {
  const { days, hours, minutes, seconds } = splitDuration(span);
  const pad = (value: number) => String(value).padStart(2, '0');
  const allHours = days * 24 + hours;
  const time = `${pad(minutes)}:${pad(seconds)}`;
  return allHours > 0 ? `${allHours}:${time}` : time;
}
