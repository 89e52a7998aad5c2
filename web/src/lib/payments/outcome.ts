import type { GatewayError } from '../gateway/error';

/**
 * The outcome of a failed money call. `unknown`: it may have been executed. `not-sent`: it was not,
 * and may be repeated with the same key. `refused`: a corrected request needs a new key.
 */
export type FailedOutcome = 'unknown' | 'not-sent' | 'refused';

/** The BFF did not forward the request. HTTP 503 with `outcome unknown` is different. */
const notForwarded = 503;

/** The BFF's own refusals. They precede the key check, so an earlier request is still unknown. */
const ownRefusals: ReadonlySet<string> = new Set([
  'panel header missing',
  'origin refused',
  'region blocked',
  'unsupported',
  'unknown call',
  'unknown host',
  'body too large',
  'unsupported media type',
  'limit reached',
  'limit required',
  'cooling off',
  'self excluded',
  'internal error',
]);

/**
 * Returns the outcome of a failed money call. `wasSent` means that an earlier request with the same
 * key has an unknown outcome. Then only the platform's refusal settles it.
 */
export function outcomeOf(
  { reason, code, debug }: Pick<GatewayError, 'reason' | 'code' | 'debug'>,
  wasSent = false,
): FailedOutcome {
  if (wasSent) return reason === 'refused' && !ownRefusals.has(debug) ? 'refused' : 'unknown';
  switch (reason) {
    case 'outcome-unknown':
    case 'in-progress':
    case 'network':
    case 'aborted':
    case 'server':
      return 'unknown';
    case 'unavailable':
      return code === notForwarded ? 'not-sent' : 'unknown';
    case 'rate-limited':
    case 'session-expired':
    case 'two-factor':
    case 'maintenance':
    case 'part-closed':
    case 'blocked':
    case 'offline':
      return 'not-sent';
    default:
      return 'refused';
  }
}
