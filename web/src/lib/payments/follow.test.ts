import { beforeEach, expect, it, vi } from 'vitest';
import { transactionStatus } from '@/contracts/constants';
import type { Transaction } from '@/contracts/types';
import { createEmitter } from '@/lib/events/emitter';
import type { PaymentEvent } from '@/lib/events/payment';
import { call } from '@/lib/gateway/site';
import { testClock, type TestClock } from '@/testing/clock';
import { mockCall, mockNetworkError } from '@/testing/server';
import { waitForIdle } from '@/testing/waitForIdle';
import { trackedPayment } from '@/testing/fixtures';
import { askAgainIn, followedMs, followPayments, type FollowDeps } from './follow';
import {
  subscribeToPayments,
  track,
  trackedPayments,
  updatePayment,
  type TrackedPayment,
} from './tracked';

const payment: TrackedPayment = { ...trackedPayment, at: 0, state: 'unknown' };
const { key } = payment;
const transaction = (status: number, id = 77) =>
  ({ transaction_id: id, transaction_status: status, note: 'Sağlayıcı reddetti' }) as Transaction;

let clock: TestClock;
let events: FollowDeps['events'];
let stop = () => undefined as void;
const onSettled = vi.fn();
const saveAnswer = vi.fn();
const current = () => trackedPayments('demo')[0]!;

function start(over: Partial<FollowDeps> = {}) {
  stop = followPayments({
    call,
    clock,
    events,
    payments: () => trackedPayments('demo'),
    subscribe: subscribeToPayments,
    update: (name, change) => updatePayment('demo', name, change),
    saveAnswer,
    connected: () => false,
    visible: () => true,
    onReturn: () => () => undefined,
    onSettled,
    ...over,
  });
  return () => stop();
}
const advance = async (ms: number) => {
  clock.advance(ms);
  await waitForIdle();
};

beforeEach(() => {
  vi.clearAllMocks();
  clock = testClock();
  events = createEmitter<{ settled: PaymentEvent }>();
  track('demo', { ...payment, at: clock.now() });
  return () => stop();
});

it('resolves an unknown payment from its key to the credited transaction', async () => {
  const asked = mockCall('finance/payment_outcome', { outcome: 'unknown' });
  start();
  await advance(0);
  expect(asked.map(({ data }) => data)).toEqual([expect.objectContaining({ key })]);
  expect(current().state).toBe('unknown');

  const goesOn = { url: 'https://odeme.example/77', qr: 'PAY:77' };
  mockCall('finance/payment_outcome', { outcome: 'executed', transaction_id: 77, ...goesOn });
  // Another transaction with an id that contains the requested one.
  mockCall('finance/list_transactions', [
    transaction(transactionStatus.refused, 7700),
    transaction(transactionStatus.approved),
  ]);
  expect(saveAnswer).not.toHaveBeenCalled();
  await advance(4000);
  expect(saveAnswer).toHaveBeenCalledExactlyOnceWith(key, expect.objectContaining(goesOn));
  await advance(0);
  expect(current()).toMatchObject({ state: 'approved', transactionID: 77, settledAt: clock.now() });
  expect(onSettled).toHaveBeenCalledExactlyOnceWith(current());
});

it.each([
  ['is unknown while nobody answers', undefined, [0], 'unknown'],
  ['is unknown while nobody knows', { outcome: 'in_flight' }, [0, 60_000], 'unknown'],
  ['is unknown while its request may arrive', { outcome: 'not_sent' }, [0, 30_000], 'unknown'],
  ['was not sent after that', { outcome: 'not_sent' }, [0, 30_000, 30_000, 10_000], 'refused'],
] as const)('a payment %s', async (_, answer, times, state) => {
  if (answer) mockCall('finance/payment_outcome', answer);
  else mockNetworkError('finance/payment_outcome');
  start();
  for (const ms of times) await advance(ms);
  expect(current().state).toBe(state);
  expect(onSettled).toHaveBeenCalledTimes(state === 'unknown' ? 0 : 1);
});

it('tells a refusal with the words of the platform', async () => {
  mockCall('finance/payment_outcome', { outcome: 'refused', message: 'Limit aşıldı' });
  start();
  await advance(0);
  expect(current()).toMatchObject({ state: 'refused', message: 'Limit aşıldı' });
});

it('asks at once when the player comes back or the stream reports a change, not for the payments of others', async () => {
  updatePayment('demo', key, { state: 'waiting', transactionID: 77 });
  const asked = mockCall('finance/list_transactions', [transaction(transactionStatus.waiting)]);
  let comeBack: () => void = () => undefined;
  start({
    connected: () => true,
    onReturn(listener) {
      comeBack = listener;
      return () => undefined;
    },
  });
  await advance(0);
  expect(asked).toHaveLength(1);
  events.emit('settled', { transaction_id: 78, status: 'executed' });
  await advance(0);
  expect(asked).toHaveLength(1);
  comeBack();
  await advance(0);
  expect(asked).toHaveLength(2);
  mockCall('finance/list_transactions', [transaction(transactionStatus.refused)]);
  events.emit('settled', { transaction_id: 77, status: 'refused' });
  await advance(0);
  expect(current()).toMatchObject({ state: 'refused', message: 'Sağlayıcı reddetti' });
});

it('follows a payment that another tab sends, and asks nothing while the page is hidden', async () => {
  updatePayment('demo', key, { state: 'approved' });
  let visible = false;
  start({ visible: () => visible });
  const asked = mockCall('finance/payment_outcome', { outcome: 'unknown' });
  track('demo', { ...payment, key: key.replace('1', '2'), at: clock.now() });
  await advance(10_000);
  expect(asked).toHaveLength(0);
  visible = true;
  await advance(60_000);
  expect(asked.length).toBeGreaterThan(0);
});

it('does not reopen a settled payment by a late answer', () => {
  updatePayment('demo', key, { state: 'approved' });
  updatePayment('demo', key, { state: 'waiting' });
  updatePayment('demo', key, { state: 'unknown' });
  expect(current().state).toBe('approved');
});

it.each([
  ['unknown', 0, 0, false, 2000],
  ['unknown', 3, 0, true, 10_000],
  ['unknown', 20, 0, false, 10_000],
  ['waiting', 0, 0, true, 10_000],
  ['waiting', 0, 0, false, 2000],
  ['waiting', 5, followedMs + 1, true, 300_000],
] as const)(
  'asks about a payment that is %s, after %i questions and %i ms (stream %s), in %i ms',
  (state, asked, age, connected, wait) => {
    expect(askAgainIn({ ...payment, state, at: 0 }, asked, age, connected)).toBe(wait);
  },
);
