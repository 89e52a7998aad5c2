import type { CashType } from '@/contracts/types';
import type { Way } from './methods';

/** One filling of a payment form. */
export interface Fill {
  /** The Idempotency-Key of whatever this filling sends: the platform pays it once (calls.md §5). */
  key: string;
  /** It was sent and no final answer has come, so nobody here knows whether it was paid. */
  sent: boolean;
}

/** The name of what is typed into this form, for the login that comes between (lib/drafts). */
export const paymentDraft = (type: CashType, way: Way): string => `payment:${type}:${way.id}`;

/** The fillings of this page, where the browser forbids storage. */
const kept = new Map<string, Fill>();

function read(name: string): Fill | undefined {
  try {
    const found = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Fill | null;
    if (found && typeof found.key === 'string')
      return { key: found.key, sent: found.sent === true };
    return undefined;
  } catch {
    return kept.get(name);
  }
}

function write(name: string, fill: Fill): Fill {
  kept.set(name, fill);
  try {
    sessionStorage.setItem(name, JSON.stringify(fill));
  } catch {
    // The map has it.
  }
  return fill;
}

/** The filling that is open under this name, over a reload as well; a new one where none is. */
export const openFill = (name: string): Fill =>
  read(name) ?? write(name, { key: crypto.randomUUID(), sent: false });

/** Notes, before anything is sent, that from now on the outcome is unknown. */
export const fillSent = (name: string): Fill => write(name, { ...openFill(name), sent: true });

/** Notes that the platform did not take it up: the same filling may be sent again. */
export const fillNotTaken = (name: string): Fill => write(name, { ...openFill(name), sent: false });

/** Ends the filling with its final answer; the next one is another payment. */
export function closeFill(name: string): void {
  kept.delete(name);
  try {
    sessionStorage.removeItem(name);
  } catch {
    // The map had it.
  }
}
