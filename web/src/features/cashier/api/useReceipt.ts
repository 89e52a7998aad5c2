import { useEffect } from 'react';
import { useFinancePaymentOutcome } from '@/contracts/hooks/finance';
import type { CashType } from '@/contracts/types';
import { systemClock } from '@/lib/clock';
import {
  deletePaymentAnswer,
  paymentAnswer,
  savePaymentAnswer,
  subscribeToPaymentAnswers,
  type PaymentAnswer,
} from '@/lib/payments/follow';
import { showReceiptOf } from '@/lib/payments/site';
import {
  isOpen,
  updatePayment,
  useTrackedPayments,
  type TrackedPayment,
} from '@/lib/payments/tracked';
import { usePlayer } from '@/lib/session/useSession';
import { useStore } from '@/lib/store/store';

/** Returns the key of the receipt in the address, or undefined for an unknown payment. */
export function useReceiptKey(type: CashType, key: string | null | undefined): string | undefined {
  const payments = useTrackedPayments(usePlayer()?.profile.username);
  return payments.find((payment) => payment.type === type && payment.key === key)?.key;
}

/** Returns the current state of a payment and marks its end as seen. */
export function useReceipt(key: string): {
  payment: TrackedPayment | undefined;
  /** Records that the player cancelled the payment. */
  markCancelled(): void;
} {
  const username = usePlayer()?.profile.username;
  const payment = useTrackedPayments(username).find((item) => item.key === key);
  useEffect(() => showReceiptOf(key), [key]);
  const unseen = payment && !isOpen(payment) && !payment.seen;
  useEffect(() => {
    if (!unseen || username === undefined) return;
    updatePayment(username, key, { seen: true });
    deletePaymentAnswer(key);
  }, [unseen, username, key]);
  return {
    payment,
    markCancelled: () => {
      if (username === undefined) return;
      updatePayment(username, key, {
        state: 'cancelled',
        settledAt: systemClock.now(),
        seen: true,
      });
    },
  };
}

const none: PaymentAnswer = {};

/**
 * Returns the next step of an accepted payment at its provider. Requests it if this tab does not
 * know it.
 */
export function usePaymentAnswer(key: string): PaymentAnswer {
  const known = useStore({
    get: () => paymentAnswer(key),
    subscribe: subscribeToPaymentAnswers,
  });
  const { data } = useFinancePaymentOutcome(known ? null : { key });
  useEffect(() => {
    if (data) savePaymentAnswer(key, data);
  }, [data, key]);
  return known ?? none;
}
