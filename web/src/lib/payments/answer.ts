import type { PaymentOutcomeAnswer } from '@/contracts/types';
import { createStoredValue } from '../storage/storedValue';

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
