import { describe, expect, it } from 'vitest';
import { periodPresets } from '@/contracts/constants';
import { endedWithin, endOf, periodKeys, periodOf, periodOfDays, type PeriodKey } from './period';

// Half past midnight in Istanbul is the previous day in UTC.
const now = Date.UTC(2026, 2, 1, 21, 30);
const of = (key: PeriodKey) => periodOf(key, now, 'Europe/Istanbul');

describe('periodOf', () => {
  it.each([
    ['today', '2026-03-02', '2026-03-02'],
    ['yesterday', '2026-03-01', '2026-03-01'],
    ['last-7-day', '2026-02-23', '2026-03-02'],
    ['last-30-day', '2026-01-31', '2026-03-02'],
    ['this-month', '2026-03-01', '2026-03-02'],
    ['last-month', '2026-02-01', '2026-02-28'],
    ['last-90-day', '2025-12-02', '2026-03-02'],
    ['last-180-day', '2025-09-03', '2026-03-02'],
    ['last-12-month', '2025-03-02', '2026-03-02'],
    ['last-2-year', '2024-03-02', '2026-03-02'],
    ['all-times', undefined, '2026-03-02'],
  ] as const)('%s', (key, startDate, endDate) => {
    expect(of(key)).toEqual({ startDate, endDate });
  });

  it('last-month in January is in the previous year', () => {
    const january = Date.UTC(2026, 0, 10);
    expect(periodOf('last-month', january, 'Europe/Istanbul')).toEqual({
      startDate: '2025-12-01',
      endDate: '2025-12-31',
    });
  });
});

it('offers all presets, shortest first', () => {
  expect(periodKeys).toHaveLength(periodPresets.length);
  expect(periodKeys[0]).toBe('today');
  expect(periodKeys.at(-1)).toBe('all-times');
});

it('finds the default presets', () => {
  expect(periodOfDays(7)).toBe('last-7-day');
  expect(periodOfDays(30)).toBe('last-30-day');
  expect(() => periodOfDays(8)).toThrow(RangeError);
});

const finishedAt = '2026-03-20 12:00:00';
const future = '2026-04-03 23:59:59';

describe('a finished bonus', () => {
  const march = { startDate: '2026-03-01', endDate: '2026-03-31' };
  it.each([
    ['on the first day', '2026-03-01 00:00:00', march, true],
    ['on the last day', '2026-03-31 23:59:59', march, true],
    ['on the day before', '2026-02-28 23:59:59', march, false],
    ['on the day after', '2026-04-01 00:00:00', march, false],
    ['without an end', null, march, true],
    ['without an end, of all times', null, { endDate: '2026-03-31' }, true],
  ])('%s', (_, ended_at, period, expected) => {
    expect(endedWithin({ ended_at, expires_at: future }, period, finishedAt)).toBe(expected);
  });
});

it.each([
  [
    'is when it ended',
    { ended_at: '2026-03-05 10:00:00', expires_at: future },
    '2026-03-05 10:00:00',
  ],
  [
    'is a past expiry if the platform does not report it',
    { expires_at: '2026-03-02 23:59:59' },
    '2026-03-02 23:59:59',
  ],
  ['is unknown before its expiry', { expires_at: future }, undefined],
  ['is unknown without an expiry', { expires_at: null }, undefined],
])('the end of a finished bonus %s', (_, bonus, expected) => {
  expect(endOf(bonus, finishedAt)).toBe(expected);
});
