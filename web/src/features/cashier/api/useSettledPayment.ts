import { useEffect, useEffectEvent } from 'react';
import type { PaymentOutcomeAnswer } from '@/contracts/types';
import { paymentEvents } from '@/lib/events/payment';
import { call } from '@/lib/gateway';

/**
 * Asks what became of a payment whose outcome is unknown: when the page is opened, and when the event stream reports
 * that staff have settled it. Calls `onSettled` once it is executed or refused. Without a key nothing is asked.
 */
export function useSettledPayment(
  key: string | undefined,
  onSettled: (answer: PaymentOutcomeAnswer) => void,
): void {
  const settle = useEffectEvent(onSettled);
  useEffect(() => {
    if (!key) return undefined;
    let over = false;
    const ask = () =>
      void call('finance/payment_outcome', { key }, { suppressToast: true }).then(
        ({ data }) => {
          if (over || (data.outcome !== 'executed' && data.outcome !== 'refused')) return;
          over = true;
          settle(data);
        },
        () => undefined, // the next event or visit asks again
      );
    ask();
    const unsubscribe = paymentEvents.on('settled', (event) => {
      if (event.key === key) ask();
    });
    return () => {
      over = true;
      unsubscribe();
    };
  }, [key]);
}
