import { describe, expect, it } from 'vitest';
import { hourMinutes, seriesOf, totalsOf, trafficRow, type Point, type Traffic } from './traffic';

const now = Date.parse('2026-11-23T10:30:20Z');
const point = (at: string, over: Partial<Point> = {}): Point => ({
  at,
  count: 10,
  errors: 1,
  p50_ms: 20,
  p95_ms: 80,
  cached: 4,
  violations: 0,
  ...over,
});
const row = (points: Point[]): Traffic => ({
  brand: 'marmara',
  class: 'casino',
  upstream: 'platform',
  points,
});

describe('the last hour', () => {
  it('has a value for every minute, zero without requests', () => {
    const series = seriesOf([row([point('2026-11-23T10:30:00Z')])], () => true, now);
    expect(series.at).toHaveLength(hourMinutes);
    expect(series.count.at(-1)).toBe(10);
    expect(series.count.slice(0, -1).every((value) => value === 0)).toBe(true);
    expect(series.p95.at(-1)).toBe(80);
    expect(series.p95[0]).toBeNull();
  });

  it('omits older and later values', () => {
    const points = [point('2026-11-23T09:30:00Z'), point('2026-11-23T10:31:00Z')];
    expect(totalsOf(seriesOf([row(points)], () => true, now)).count).toBe(0);
  });

  it('adds up rows and returns the slowest duration', () => {
    const rows = [
      row([point('2026-11-23T10:29:00Z')]),
      row([point('2026-11-23T10:29:00Z', { p95_ms: 300 })]),
    ];
    expect(totalsOf(seriesOf(rows, () => true, now))).toEqual({
      count: 20,
      errors: 2,
      errorRate: 0.1,
      p95: 300,
    });
  });
});

it('a row of the table has the sums of its minutes, and the median weighted by requests', () => {
  const points = [
    point('2026-11-23T10:28:00Z', { count: 30, p50_ms: 10 }),
    point('2026-11-23T10:29:00Z', { count: 10, p50_ms: 50, p95_ms: 200, violations: 2 }),
  ];
  expect(trafficRow(row(points))).toEqual({
    class: 'casino',
    upstream: 'platform',
    count: 40,
    errors: 2,
    cached: 8,
    violations: 2,
    p50: 20,
    p95: 200,
  });
  expect(trafficRow(row([]))).toMatchObject({ count: 0, p50: 0, p95: 0 });
});
