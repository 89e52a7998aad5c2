import { useEffect } from 'react';
import { systemClock } from '@/lib/clock';
import {
  deletePaymentAnswer,
  isOpen,
  showReceiptOf,
  updatePayment,
  useTrackedPayments,
  type TrackedPayment,
} from '@/lib/payments';
import { usePlayer } from '@/lib/session';

/** Returns a payment as it is now, and marks its end as seen while its receipt is shown. */
export function useReceipt(key: string): {
  payment: TrackedPayment | undefined;
  /** The player has cancelled it. */
  markCancelled(): void;
} {
  const username = usePlayer()?.profile.username;
  const payment = useTrackedPayments(username).find((it) => it.key === key);
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
