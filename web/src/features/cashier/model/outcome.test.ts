import { expect, it } from 'vitest';
import { GatewayError, type Reason } from '@/lib/gateway';
import { outcomeOf, type FailedOutcome } from './outcome';

it.each<[Reason, number, FailedOutcome]>([
  ['outcome-unknown', 504, 'unknown'],
  ['network', 0, 'unknown'],
  ['server', 500, 'unknown'],
  ['unavailable', 502, 'unknown'],
  ['in-progress', 409, 'unknown'],
  ['unavailable', 503, 'open'],
  ['rate-limited', 429, 'open'],
  ['session-expired', 403, 'open'],
  ['maintenance', 503, 'open'],
  ['refused', 200, 'final'],
  ['refused', 409, 'final'],
  ['invalid', 400, 'final'],
])('%s with %i is %s', (reason, code, outcome) => {
  const error = new GatewayError({ reason, code, debug: '', message: '', requestId: '' });
  expect(outcomeOf(error)).toBe(outcome);
});
