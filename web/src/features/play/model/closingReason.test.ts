import { expect, it } from 'vitest';
import type { LimitKind, LimitsAnswer } from '@/contracts/types';
import { noLimits } from '@/testing';
import { closingReason } from './closingReason';

const limit = (kind: LimitKind, left: number): LimitsAnswer => ({
  ...noLimits,
  limits: [
    { kind, period: 'day', amount: 100, used: 100 - left, left, renews: '2099-01-01 00:00:00' },
  ],
});

it.each([
  { name: 'nothing is set', of: noLimits, want: undefined },
  { name: 'something is left', of: limit('loss', 1), want: undefined },
  { name: 'a loss limit is reached', of: limit('loss', 0), want: 'limit' },
  { name: 'a stake limit is reached', of: limit('stake', 0), want: 'limit' },
  { name: 'a time limit is reached', of: limit('session_time', 0), want: 'limit' },
  { name: 'a deposit limit is reached', of: limit('deposit', 0), want: undefined },
  {
    name: 'a break',
    of: { ...noLimits, cool_off: { until: '2099-01-01 00:00:00' } },
    want: 'break',
  },
  {
    name: 'an exclusion in a break',
    of: { ...noLimits, exclusion: { until: null }, cool_off: { until: '2099-01-01 00:00:00' } },
    want: 'exclusion',
  },
])('$name: $want', ({ of, want }) => {
  expect(closingReason(of)).toBe(want);
});
