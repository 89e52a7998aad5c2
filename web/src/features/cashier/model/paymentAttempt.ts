import type { CashType } from '@/contracts/types';
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

/** The attempts of this page, for browsers that forbid storage. */
const memory = new Map<string, PaymentAttempt>();

function read(name: string): PaymentAttempt | undefined {
  try {
    const found = JSON.parse(sessionStorage.getItem(name) ?? 'null') as PaymentAttempt | null;
    if (found && typeof found.key === 'string')
      return { key: found.key, sent: found.sent === true };
    return undefined;
  } catch {
    return memory.get(name);
  }
}

function write(name: string, attempt: PaymentAttempt): PaymentAttempt {
  memory.set(name, attempt);
  try {
    sessionStorage.setItem(name, JSON.stringify(attempt));
  } catch {
    // Storage is forbidden: the map has the value.
  }
  return attempt;
}

/** Returns the open attempt of this name, also after a reload, or begins one. */
export const openAttempt = (name: string): PaymentAttempt =>
  read(name) ?? write(name, { key: crypto.randomUUID(), sent: false });

/** Records, before anything is sent, that the outcome is unknown from now on. */
export const markSent = (name: string): PaymentAttempt =>
  write(name, { ...openAttempt(name), sent: true });

/** Records that the platform did not accept the request: the same attempt may be sent again. */
export const markNotSent = (name: string): PaymentAttempt =>
  write(name, { ...openAttempt(name), sent: false });

/** Ends the attempt after its final response; the next attempt is another payment. */
export function closeAttempt(name: string): void {
  memory.delete(name);
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Storage is forbidden: only the map had the value.
  }
}
