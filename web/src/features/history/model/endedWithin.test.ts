import { describe, expect, it } from 'vitest';
import { endedWithin } from './endedWithin';

describe('a finished bonus', () => {
  const march = { startDate: '2026-03-01', endDate: '2026-03-31' };
  it.each([
    ['on the first day', '2026-03-01 00:00:00', march, true],
    ['on the last day', '2026-03-31 23:59:59', march, true],
    ['on the day before', '2026-02-28 23:59:59', march, false],
    ['on the day after', '2026-04-01 00:00:00', march, false],
    ['without an end', null, march, false],
    ['without an end, of all times', null, { endDate: '2026-03-31' }, true],
  ])('%s', (_, expires_at, period, expected) => {
    expect(endedWithin({ expires_at }, period)).toBe(expected);
  });
});
