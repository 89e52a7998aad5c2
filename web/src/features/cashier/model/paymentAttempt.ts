import type { CashType } from '@/contracts/types';
import { createIdempotencyKey } from '@/lib/idempotency';
import { createStoredValue } from '@/lib/storage';
import type { PaymentMethod } from './methods';

/** One attempt to pay with a form. */
export interface PaymentAttempt {
  /** The Idempotency-Key of every request of this attempt: the platform pays it once (calls.md §5). */
  key: string;
  /** The request was sent and no final response has arrived: the outcome is unknown. */
  sent: boolean;
}

/** Returns the name of this form's draft (lib/drafts). */
export const paymentDraftName = (type: CashType, method: PaymentMethod): string =>
  `payment:${type}:${method.id}`;

const attempts = createStoredValue<PaymentAttempt | undefined>('payment', {
  area: 'session',
  parse(json) {
    const found = json as Partial<PaymentAttempt> | null | undefined;
    if (typeof found?.key !== 'string') return undefined;
    return { key: found.key, sent: found.sent === true };
  },
});

function write(id: string, attempt: PaymentAttempt): PaymentAttempt {
  attempts.set(attempt, id);
  return attempt;
}

/** Returns the open attempt of a form, also after a reload; undefined before its first request. */
export const findAttempt = (id: string): PaymentAttempt | undefined => attempts.get(id);

/**
 * Records, before anything is sent, that the outcome is unknown from now on. Returns the open attempt of the form, or
 * begins one.
 */
export async function markSent(id: string): Promise<PaymentAttempt> {
  const key = findAttempt(id)?.key ?? (await createIdempotencyKey());
  return write(id, { key, sent: true });
}

/** Records that the platform did not accept the request: the same attempt may be sent again. */
export function markNotSent(id: string): void {
  const open = findAttempt(id);
  if (open) write(id, { ...open, sent: false });
}

/** Ends the attempt after its final response; the next attempt is another payment. */
export const closeAttempt = (id: string): void => attempts.remove(id);
