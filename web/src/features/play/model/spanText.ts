import { splitSpan } from '@/lib/format';

/** A span as a clock shows it, `12:05` or `1:02:03`. Milliseconds. */
export function spanText(span: number): string {
  const { days, hours, minutes, seconds } = splitSpan(span);
  const two = (value: number) => String(value).padStart(2, '0');
  const whole = days * 24 + hours;
  return whole > 0 ? `${whole}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`;
}
