import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GatewayError, type Reason } from '@/lib/gateway/error';
import { testGateway } from '@/testing/gateway';
import { outcomeOf, type FailedOutcome } from './outcome';

const cases: [Reason, number, string, FailedOutcome, FailedOutcome][] = [
  ['outcome-unknown', 504, 'outcome unknown', 'unknown', 'unknown'],
  ['network', 0, '', 'unknown', 'unknown'],
  ['aborted', 0, '', 'unknown', 'unknown'],
  ['server', 500, 'internal error', 'unknown', 'unknown'],
  ['unavailable', 502, 'bad upstream answer', 'unknown', 'unknown'],
  ['unavailable', 504, 'upstream timeout', 'unknown', 'unknown'],
  ['in-progress', 409, 'duplicate in progress', 'unknown', 'unknown'],
  ['unavailable', 503, 'upstream unavailable', 'not-sent', 'unknown'],
  ['rate-limited', 429, 'rate limited', 'not-sent', 'unknown'],
  ['session-expired', 403, 'anonymous user', 'not-sent', 'unknown'],
  ['two-factor', 403, 'two factor required', 'not-sent', 'unknown'],
  ['maintenance', 503, 'maintenance', 'not-sent', 'unknown'],
  ['part-closed', 503, 'part under maintenance', 'not-sent', 'unknown'],
  ['blocked', 500, '', 'not-sent', 'unknown'],
  ['offline', 0, '', 'not-sent', 'unknown'],
  ['refused', 402, '', 'refused', 'refused'],
  ['refused', 409, '', 'refused', 'refused'],
  ['refused', 423, 'limit reached', 'refused', 'unknown'],
  ['refused', 403, 'origin refused', 'refused', 'unknown'],
  ['invalid', 400, 'invalid payload', 'refused', 'unknown'],
  ['no-records', 404, 'no records', 'refused', 'unknown'],
];

it.each(cases)(
  'the outcome of a failed money call %s with %i "%s": %s at first, %s once sent',
  (reason, code, debug, first, sent) => {
    const error = new GatewayError({ reason, code, debug, message: '', requestId: '' });
    expect(outcomeOf(error)).toBe(first);
    expect(outcomeOf(error, true)).toBe(sent);
  },
);

it('the outcome of a failed money call is unknown for every response without an envelope, whatever its status and body', async () => {
  const status = fc
    .integer({ min: 200, max: 599 })
    .filter((value) => ![204, 205, 304].includes(value));
  const body = fc.oneof(
    fc.constant(''),
    fc.constant('<html><body>403 Forbidden</body></html>'),
    fc.json(),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(status, body, fc.boolean(), async (status, body, wasSent) => {
      const { call } = testGateway({
        fetch: () => Promise.resolve(new Response(body, { status })),
      });
      const failed = call(
        'prepayServices/processTransaction',
        { Type: 1, methodID: 1, transferType: 7, amount: 1 },
        { idempotencyKey: 'k' },
      );
      await expect(
        failed.catch((error) => outcomeOf(error as GatewayError, wasSent)),
      ).resolves.toBe('unknown');
    }),
  );
});

it('the outcome of a failed money call never closes a payment that was sent by anything but the platform’s own refusal', () => {
  const reason = fc.constantFrom(...new Set(cases.map(([entry]) => entry)));
  fc.assert(
    fc.property(reason, fc.integer({ min: 0, max: 599 }), fc.string(), (reason, code, debug) => {
      const outcome = outcomeOf({ reason, code, debug }, true);
      expect(outcome === 'unknown' || reason === 'refused').toBe(true);
      expect(outcome).not.toBe('not-sent');
    }),
  );
});
