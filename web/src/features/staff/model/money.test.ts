import { expect, it } from 'vitest';
import { nextStep, type Payment } from './money';

const payment = (over: Partial<Payment>): Payment => ({
  key: '01890000-0000-7000-8000-000000000001',
  brand: 'marmara',
  at: '2026-11-23T10:00:00Z',
  state: 'unknown',
  ...over,
});
const proposal = {
  outcome: 'executed',
  reference: 'T-1',
  proposedBy: 'destek',
  proposedAt: '2026-11-23T10:05:00Z',
} as const;

it.each([
  ['an unknown outcome is proposed', payment({}), 'destek', 'propose'],
  ['a known outcome needs nothing', payment({ state: 'executed' }), 'destek', 'none'],
  ['what is in flight needs nothing', payment({ state: 'in_flight' }), 'destek', 'none'],
  ['one waits for one’s own proposal', payment({ settlement: proposal }), 'destek', 'wait'],
  ['another approves it', payment({ settlement: proposal }), 'yonetici', 'approve'],
  [
    'what is approved needs nothing',
    payment({
      settlement: { ...proposal, approvedBy: 'yonetici', approvedAt: '2026-11-23T11:00:00Z' },
    }),
    'yonetici',
    'none',
  ],
])('%s', (_, shown, account, expected) => {
  expect(nextStep(shown, account)).toBe(expected);
});
