import { describe, expect, it } from 'vitest';
import { endedWithin, endOf } from './endedWithin';

const now = '2026-03-20 12:00:00';
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
    expect(endedWithin({ ended_at, expires_at: future }, period, now)).toBe(expected);
  });
});

describe('the end of a finished bonus', () => {
  it.each([
    [
      'is when it ended',
      { ended_at: '2026-03-05 10:00:00', expires_at: future },
      '2026-03-05 10:00:00',
    ],
    [
      'is a past expiry where the platform does not tell it',
      { expires_at: '2026-03-02 23:59:59' },
      '2026-03-02 23:59:59',
    ],
    ['is unknown before its expiry', { expires_at: future }, undefined],
    ['is unknown without an expiry', { expires_at: null }, undefined],
  ])('%s', (_, bonus, expected) => {
    expect(endOf(bonus, now)).toBe(expected);
  });
});
