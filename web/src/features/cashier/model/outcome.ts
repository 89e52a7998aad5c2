import type { GatewayError } from '@/lib/gateway';

/**
 * The outcome of a failed payment: `unknown` if it may have been paid; `open` if it was not processed and may
 * be sent again unchanged; `final` if the platform refused it, so that a corrected form is a new payment.
 */
export type FailedOutcome = 'unknown' | 'open' | 'final';

/** HTTP 503 without `outcome unknown`: the BFF did not forward the request (calls.md §1). */
const notSent = 503;

/** Returns the outcome of a failed money call. */
export function outcomeOf({ reason, code }: GatewayError): FailedOutcome {
  switch (reason) {
    case 'outcome-unknown':
    case 'in-progress':
    case 'network':
    case 'aborted':
    case 'server':
      return 'unknown';
    case 'unavailable':
      return code === notSent ? 'open' : 'unknown';
    case 'rate-limited':
    case 'session-expired':
    case 'two-factor':
    case 'maintenance':
    case 'blocked':
      return 'open';
    default:
      return 'final';
  }
}
