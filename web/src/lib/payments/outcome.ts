import type { GatewayError } from '../gateway/error';

/**
 * What a failed money call means: `unknown` if it may have been executed; `not-sent` if it was not, and the same request
 * may be repeated with the same key; `refused` if the platform has decided, so that a corrected request is a new one.
 */
export type FailedOutcome = 'unknown' | 'not-sent' | 'refused';

/** HTTP 503 without `outcome unknown`: the BFF did not forward the request (calls.md §1). */
const notForwarded = 503;

/** Refusals of the BFF itself (calls.md §1, §9). It does not look at the key first, so they tell nothing of an earlier request. */
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
 * Returns what a failed money call means. `wasSent`: an earlier request with the same key has an unknown outcome; then
 * only the platform's own refusal ends it.
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
