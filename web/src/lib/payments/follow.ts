import { transactionStatus, transactionStatusCancelled } from '@/contracts/constants';
import type { PaymentOutcomeAnswer, Transaction } from '@/contracts/types';
import type { Clock } from '../clock';
import type { Emitter } from '../events/emitter';
import type { PaymentEvent } from '../events/payment';
import type { Call } from '../gateway/client';
import { createStoredValue } from '../storage/storedValue';
import { isOpen, type TrackedPayment } from './tracked';

/** How a payment goes on at its provider. */
export type PaymentAnswer = Pick<PaymentOutcomeAnswer, 'url' | 'qr'>;

/** By key. It ends with the tab: the address leads to the player's payment at the provider. */
const answers = createStoredValue<PaymentAnswer | undefined>('paymentAnswer', {
  area: 'session',
  parse(json) {
    const found = json as PaymentAnswer | null | undefined;
    if (typeof found !== 'object' || found === null) return undefined;
    return {
      ...(typeof found.url === 'string' && { url: found.url }),
      ...(typeof found.qr === 'string' && { qr: found.qr }),
    };
  },
});

/** Returns how a payment goes on, also after a reload; undefined where this tab does not know. */
export const paymentAnswer = (key: string): PaymentAnswer | undefined => answers.get(key);

/** Runs a listener after a change. */
export const subscribeToPaymentAnswers = answers.subscribe;

/** Stores how a payment goes on, also that nothing more has to be done. */
export const savePaymentAnswer = (key: string, { url, qr }: PaymentAnswer): void =>
  void answers.set({ url, qr }, key);

/** Deletes it after the payment is settled. */
export const deletePaymentAnswer = (key: string): void => answers.remove(key);

/** How long a payment is asked about often; afterwards the player is told that it takes longer. */
export const followedMs = 15 * 60_000;

/** The interval while the event stream reports changes, and after `followedMs`. */
const calmMs = 10_000;
const slowMs = 5 * 60_000;
/** The first interval without the stream; it doubles up to `calmMs`. */
const firstMs = 2000;

/** After this time nobody remembers the key of a payment. */
const forgottenMs = 30 * 24 * 60 * 60_000;

/** How long a request may be on its way, more than the deadline of money calls: until then "not sent" says nothing. */
const underwayMs = 60_000;

export interface FollowDeps {
  call: Call;
  clock: Clock;
  events: Emitter<{ settled: PaymentEvent }>;
  /** The open and settled payments of the player. */
  payments(): readonly TrackedPayment[];
  /** Runs a listener after the payments have changed. */
  subscribe(listener: () => void): () => void;
  update(key: string, change: Partial<TrackedPayment>): void;
  /** Stores how a payment goes on at its provider. */
  saveAnswer(key: string, answer: PaymentAnswer): void;
  /** Whether the event stream is connected. */
  connected(): boolean;
  /** Whether the page is visible: a hidden one does not ask by itself. */
  visible(): boolean;
  /** Runs a listener when the player comes back to the page, for example from the provider's. */
  onReturn(listener: () => void): () => void;
  /** A payment was approved or refused. */
  onSettled(payment: TrackedPayment): void;
}

/** Returns how long to wait until the next question about a payment. */
export function askAgainIn(
  payment: TrackedPayment,
  asked: number,
  now: number,
  connected: boolean,
) {
  if (now - payment.at > followedMs) return slowMs;
  // The stream reports the changes of an accepted payment; an unknown one may be settled without an event.
  if (connected && payment.state === 'waiting') return calmMs;
  return Math.min(firstMs * 2 ** asked, calmMs);
}

type Change = Partial<Omit<TrackedPayment, 'key'>>;

/** Returns what an answer of `finance/payment_outcome` changes, `age` milliseconds after the payment was sent. */
function changeByOutcome(answer: PaymentOutcomeAnswer, age: number): Change | undefined {
  const { outcome, message, transaction_id: transactionID } = answer;
  if (outcome === 'executed') {
    // The platform has taken it. Whether it is paid already is asked next, where the transaction is known.
    return transactionID === undefined
      ? { state: 'approved' }
      : { state: 'waiting', transactionID };
  }
  // A repetition with the same key may overtake the question: the record is then that of the earlier request.
  const ended = outcome === 'refused' || (outcome === 'not_sent' && age >= underwayMs);
  return ended ? { state: 'refused', message } : undefined;
}

/** Returns what a transaction of the platform changes. */
function changeByTransaction(transaction: Transaction): Change | undefined {
  switch (transaction.transaction_status) {
    case transactionStatus.waiting:
      return undefined;
    case transactionStatus.approved:
      return { state: 'approved' };
    case transactionStatus.refused:
      return { state: 'refused', message: transaction.note || undefined };
    case transactionStatusCancelled:
      return { state: 'cancelled' };
    default:
      // A status of the platform's own is no waiting one; its text tells what it means.
      return { state: 'refused', message: transaction.status_text };
  }
}

/**
 * Follows the open payments until they are settled: asks at once, at each event of the stream, and again after a while.
 * Returns the function that stops it.
 */
export function followPayments(deps: FollowDeps): () => void {
  const { call, clock, events, payments, update } = deps;
  const timers = new Map<string, { cancel(): void; asked: number }>();
  let over = false;

  const ask = async (payment: TrackedPayment): Promise<Change | undefined> => {
    const quiet = { suppressToast: true };
    if (payment.state === 'unknown') {
      const { data } = await call('finance/payment_outcome', { key: payment.key }, quiet);
      if (data.outcome === 'executed') deps.saveAnswer(payment.key, data);
      return changeByOutcome(data, clock.now() - payment.at);
    }
    const searchID = String(payment.transactionID);
    const request = { concatRequire: false, limit: 10, offset: 0, searchID };
    const { data } = await call('finance/list_transactions', request, quiet);
    const found = data.find((item) => String(item.transaction_id) === searchID);
    return found && changeByTransaction(found);
  };

  const run = async (key: string, asked: number) => {
    const before = payments().find((payment) => payment.key === key);
    if (!before || !isOpen(before)) return void timers.delete(key);
    timers.set(key, { cancel: () => undefined, asked });
    const change = await ask(before).catch(() => undefined);
    if (over) return;
    const current = payments().find((payment) => payment.key === key);
    if (!current || !isOpen(current)) return void timers.delete(key);
    if (change) {
      const settled = change.state !== undefined && change.state !== 'waiting';
      const known = settled ? { ...change, settledAt: clock.now() } : change;
      update(key, known);
      if (settled) {
        timers.delete(key);
        return deps.onSettled({ ...current, ...known });
      }
    }
    // A transaction that has just become known is asked for at once.
    schedule(key, change ? 0 : asked + 1, change !== undefined);
  };

  const schedule = (key: string, asked: number, atOnce: boolean) => {
    const payment = payments().find((item) => item.key === key);
    if (!payment || !isOpen(payment)) return;
    timers.get(key)?.cancel();
    const wait = atOnce ? 0 : askAgainIn(payment, asked, clock.now(), deps.connected());
    const cancel = clock.timeout(wait, () => {
      if (deps.visible()) void run(key, asked);
      else schedule(key, asked, false);
    });
    timers.set(key, { cancel, asked });
  };

  const start = (atOnce: boolean) => {
    for (const payment of payments()) {
      const { key, at } = payment;
      if (!isOpen(payment) || timers.has(key) || clock.now() - at > forgottenMs) continue;
      schedule(key, 0, atOnce);
    }
  };

  const stops = [
    // A payment that this tab is sending answers by itself: the first question waits.
    deps.subscribe(() => start(false)),
    events.on('settled', ({ key, transaction_id: id }) => {
      for (const payment of payments()) {
        const same = payment.key === key || (id !== undefined && payment.transactionID === id);
        if (same && isOpen(payment)) schedule(payment.key, 0, true);
      }
    }),
  ];
  stops.push(
    deps.onReturn(() => {
      for (const payment of payments()) if (isOpen(payment)) schedule(payment.key, 0, true);
    }),
  );
  start(true);
  return () => {
    over = true;
    for (const stop of stops) stop();
    for (const { cancel } of timers.values()) cancel();
  };
}
