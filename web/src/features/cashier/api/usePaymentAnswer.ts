import { useEffect } from 'react';
import { useFinancePaymentOutcome } from '@/contracts/hooks/finance';
import {
  paymentAnswer,
  savePaymentAnswer,
  subscribeToPaymentAnswers,
  type PaymentAnswer,
} from '@/lib/payments/answer';
import { useStore } from '@/lib/store/useStore';

const none: PaymentAnswer = {};

/**
 * Returns how an accepted payment goes on at its provider. The gateway is asked once where this tab does not know: in
 * another tab than the one that has sent it, and after a restart of the browser.
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
