import { transactionStatus, transactionStatusCancelled } from '@/contracts/constants';
import type { PaymentOutcomeAnswer, Transaction } from '@/contracts/types';
import type { Clock } from '../clock';
import type { Emitter } from '../events/emitter';
import type { PaymentEvent } from '../events/payment';
import type { Call } from '../gateway/client';
import { createStoredValue } from '../storage/storedValue';
import { isOpen, type TrackedPayment } from './tracked';

/** The next step of a payment at its provider. */
export type PaymentAnswer = Pick<PaymentOutcomeAnswer, 'url' | 'qr'>;

/** By key, for this tab only. The address leads to the player's payment at the provider. */
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

/** Returns the next step of a payment, also after a reload, or undefined if this tab has none. */
export const paymentAnswer = (key: string): PaymentAnswer | undefined => answers.get(key);

/** Runs a listener after a change. */
export const subscribeToPaymentAnswers = answers.subscribe;

/** Stores the next step of a payment. An empty step means that nothing is left to do. */
export const savePaymentAnswer = (key: string, { url, qr }: PaymentAnswer): void =>
  void answers.set({ url, qr }, key);

/** Deletes the next step after the payment is settled. */
export const deletePaymentAnswer = (key: string): void => answers.remove(key);

/** The time of frequent polling for a payment. Afterwards the player sees that it takes longer. */
export const followedMs = 15 * 60_000;

/** The interval while the event stream reports changes, and after `followedMs`. */
const calmMs = 10_000;
const slowMs = 5 * 60_000;
/** The first interval without the stream. It doubles up to `calmMs`. */
const firstMs = 2000;

/** After this time the server no longer remembers the key of a payment. */
const forgottenMs = 30 * 24 * 60 * 60_000;

/** The longest time in flight, above the deadline of money calls. Then "not sent" is final. */
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
  /** Stores the next step of a payment at its provider. */
  saveAnswer(key: string, answer: PaymentAnswer): void;
  /** Whether the event stream is connected. */
  connected(): boolean;
  /** Whether the page is visible. A hidden page does not poll. */
  visible(): boolean;
  /** Runs a listener when the player returns to the page, for example from the provider. */
  onReturn(listener: () => void): () => void;
  /** A payment was approved or refused. */
  onSettled(payment: TrackedPayment): void;
}

/** Returns the delay before the next poll for a payment in milliseconds. */
export function askAgainIn(
  payment: TrackedPayment,
  asked: number,
  now: number,
  connected: boolean,
) {
  if (now - payment.at > followedMs) return slowMs;
  // The stream reports changes of an accepted payment, but not always of an unknown one.
  if (connected && payment.state === 'waiting') return calmMs;
  return Math.min(firstMs * 2 ** asked, calmMs);
}

type Change = Partial<Omit<TrackedPayment, 'key'>>;

/** Returns the change by `finance/payment_outcome`, `age` milliseconds after sending. */
function changeByOutcome(answer: PaymentOutcomeAnswer, age: number): Change | undefined {
  const { outcome, message, transaction_id: transactionID } = answer;
  if (outcome === 'executed') {
    // The platform accepted it. A poll shows whether a known transaction is paid.
    return transactionID === undefined
      ? { state: 'approved' }
      : { state: 'waiting', transactionID };
  }
  // A retry may overtake the poll, which then shows the record of the earlier request.
  const ended = outcome === 'refused' || (outcome === 'not_sent' && age >= underwayMs);
  return ended ? { state: 'refused', message } : undefined;
}

/** Returns the change after a transaction of the platform. */
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
      // An unknown status of the platform is not pending. Its text explains it.
      return { state: 'refused', message: transaction.status_text };
  }
}

/**
 * Follows open payments until they settle. Polls at once, at each event of the stream, and at
 * intervals. Returns a function that stops it.
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
    // A newly known transaction is polled at once.
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
    // The tab that sends a payment gets its response, so the first poll waits.
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
