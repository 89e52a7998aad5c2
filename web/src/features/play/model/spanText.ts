import { splitSpan } from '@/lib/format';

/** Formats a time span in milliseconds as `12:05` or `1:02:03`. */
export function spanText(span: number): string {
  const { days, hours, minutes, seconds } = splitSpan(span);
  const two = (value: number) => String(value).padStart(2, '0');
  const whole = days * 24 + hours;
  return whole > 0 ? `${whole}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`;
}
