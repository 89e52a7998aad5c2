import { systemClock } from '../clock';
import { createEmitter } from '../events/emitter';
import { eventStreamConnected } from '../events/connection';
import { paymentEvents } from '../events/payment';
import { call } from '../gateway/site';
import { refreshBalance } from '../player/player';
import { refresh } from '../swr/cache';
import { followPayments, savePaymentAnswer } from './follow';
import {
  subscribeToPayments,
  trackedPayments,
  updatePayment,
  type TrackedPayment,
} from './tracked';

/** Emits payments that are approved or refused while this tab follows them. */
export const settledPayments = createEmitter<{ settled: TrackedPayment }>();

/** The keys of the payments with an open receipt. */
const shown = new Set<string>();

/** Marks the receipt of a payment as shown. Returns a function that removes the mark. */
export function showReceiptOf(key: string): () => void {
  shown.add(key);
  return () => void shown.delete(key);
}

/** Returns whether the receipt of a payment is shown, which replaces other notices. */
export const isReceiptShown = (key: string): boolean => shown.has(key);

/** Revalidates the balance, the transactions and the remaining deposit limits. */
export const refreshMoney = (): Promise<unknown> =>
  Promise.all([refreshBalance(), refresh('finance/list_transactions', 'limits/get')]);

let followers = 0;
let stop: () => void = () => undefined;

/** Follows a player's open payments, shared by all callers. Returns a function that ends it. */
export function startFollowing(username: string): () => void {
  followers += 1;
  if (followers === 1) {
    stop = followPayments({
      call,
      clock: systemClock,
      events: paymentEvents,
      payments: () => trackedPayments(username),
      subscribe: subscribeToPayments,
      update: (key, change) => updatePayment(username, key, change),
      saveAnswer: savePaymentAnswer,
      connected: eventStreamConnected.get,
      visible: () => document.visibilityState === 'visible',
      onReturn(listener) {
        const onVisible = () => document.visibilityState === 'visible' && listener();
        document.addEventListener('visibilitychange', onVisible);
        window.addEventListener('focus', listener);
        return () => {
          document.removeEventListener('visibilitychange', onVisible);
          window.removeEventListener('focus', listener);
        };
      },
      onSettled(payment) {
        void refreshMoney();
        settledPayments.emit('settled', payment);
      },
    });
  }
  return () => {
    followers -= 1;
    if (followers === 0) stop();
  };
}
