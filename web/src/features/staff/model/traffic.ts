import type { components } from '@/contracts/staff';

export type Traffic = components['schemas']['Traffic'];
export type Point = Traffic['points'][number];

const minuteMs = 60_000;
export const hourMinutes = 60;

/** The requests of the last hour per minute, oldest first. A minute without requests is 0. */
export interface Series {
  /** The starts of the minutes in seconds since 1970. */
  at: number[];
  count: number[];
  errors: number[];
  /** The 95th percentile of a minute's durations in milliseconds, or null without requests. */
  p95: (number | null)[];
}

/** The sums of a series. */
export interface Totals {
  count: number;
  errors: number;
  /** The share of requests that failed, 0 to 1. */
  errorRate: number;
  /** The highest p95 of the minutes in milliseconds. */
  p95: number | undefined;
}

/** Returns the sums of matching rows for the last hour before `now` (milliseconds since 1970). */
export function seriesOf(
  rows: readonly Traffic[],
  matches: (row: Traffic) => boolean,
  now: number,
): Series {
  const last = Math.floor(now / minuteMs);
  const at = Array.from(
    { length: hourMinutes },
    (_, index) => (last - hourMinutes + 1 + index) * 60,
  );
  const series: Series = {
    at,
    count: at.map(() => 0),
    errors: at.map(() => 0),
    p95: at.map(() => null),
  };
  for (const point of rows.filter(matches).flatMap((row) => row.points)) {
    const index = Math.floor(Date.parse(point.at) / minuteMs) - (last - hourMinutes + 1);
    if (index < 0 || index >= hourMinutes) continue;
    series.count[index]! += point.count;
    series.errors[index]! += point.errors;
    if (point.count > 0) series.p95[index] = Math.max(series.p95[index] ?? 0, point.p95_ms);
  }
  return series;
}

/** Returns the sums of a series. */
export function totalsOf({ count, errors, p95 }: Series): Totals {
  const sum = (list: number[]) => list.reduce((total, value) => total + value, 0);
  const requests = sum(count);
  const failed = sum(errors);
  const slow = p95.filter((value) => value !== null);
  return {
    count: requests,
    errors: failed,
    errorRate: requests === 0 ? 0 : failed / requests,
    p95: slow.length === 0 ? undefined : Math.max(...slow),
  };
}

/** The last hour of a class and an upstream. */
interface TrafficRow {
  class: string;
  upstream: string;
  count: number;
  errors: number;
  cached: number;
  violations: number;
  /** The weighted mean of the minutes' medians in milliseconds. */
  p50: number;
  /** The highest p95 of the minutes in milliseconds. */
  p95: number;
}

/** Returns the sums of the minutes of a class and an upstream. */
export function trafficRow({ class: group, upstream, points }: Traffic): TrafficRow {
  const sum = (value: (point: Point) => number) =>
    points.reduce((total, point) => total + value(point), 0);
  const count = sum((item) => item.count);
  return {
    class: group,
    upstream,
    count,
    errors: sum((item) => item.errors),
    cached: sum((item) => item.cached),
    violations: sum((item) => item.violations),
    p50: count === 0 ? 0 : sum((item) => item.p50_ms * item.count) / count,
    p95: Math.max(0, ...points.map((point) => point.p95_ms)),
  };
}
