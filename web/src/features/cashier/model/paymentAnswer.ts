import type { ProcessTransactionAnswer } from '@/contracts/types';
import { createStoredValue } from '@/lib/storage';

/** How a payment goes on at its provider. */
export type PaymentAnswer = Pick<ProcessTransactionAnswer, 'url' | 'qr'>;

const none: PaymentAnswer = {};

/** By key. It ends with the tab: the address leads to the player's payment at the provider. */
const answers = createStoredValue<PaymentAnswer>('paymentAnswer', {
  area: 'session',
  parse(json) {
    const found = json as PaymentAnswer | null | undefined;
    if (typeof found !== 'object' || found === null) return none;
    return {
      ...(typeof found.url === 'string' && { url: found.url }),
      ...(typeof found.qr === 'string' && { qr: found.qr }),
    };
  },
});

/** Returns how a payment goes on, also after a reload. */
export const paymentAnswer = (key: string): PaymentAnswer => answers.get(key);

/** Stores how a payment goes on. */
export function savePaymentAnswer(key: string, { url, qr }: PaymentAnswer): void {
  if (url !== undefined || qr !== undefined) answers.set({ url, qr }, key);
}

/** Deletes it after the payment is settled. */
export const deletePaymentAnswer = (key: string): void => answers.remove(key);
