import type { GatewayError } from '@/lib/gateway';

/**
 * What a failed payment means: `unknown` it may have been paid; `open` it was not taken up and may be
 * sent again as it is; `final` the platform has said no, and a corrected form is another payment.
 */
export type FailedOutcome = 'unknown' | 'open' | 'final';

/** HTTP 503 without `outcome unknown`: nothing had been sent on (calls.md §1). */
const notSent = 503;

/** Tells what a failure of a money call means for the money. */
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
