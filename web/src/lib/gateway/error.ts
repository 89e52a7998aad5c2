import type { ClosedPart } from '@/contracts/types';
import type { Reason } from './reason';

/** The details of a failed call. */
export interface Failure {
  /** The envelope's code, or the HTTP status without an envelope, or 0 without a response. */
  code: number;
  /** The machine-readable `debug` of calls.md §1, or ''. */
  debug: string;
  /** The message for the player, in their language, or ''. */
  message: string;
  /** X-Request-Id, for support; '' without a response, and for a closed part and what the player's limits stop. */
  requestId: string;
  reason: Reason;
  /** The field of the request that was refused, when the response names one. */
  field?: string;
  /** The part of the site under maintenance that the call belongs to, for the reason `part-closed`. */
  closed?: ClosedPart;
  /** Seconds of the Retry-After header, when the response has one. */
  retryAfter?: number;
  cause?: unknown;
}

/** The error of a gateway call. Callers distinguish errors by `reason`, not by the message. */
export class GatewayError extends Error implements Failure {
  override readonly name = 'GatewayError';
  readonly code: number;
  readonly debug: string;
  readonly requestId: string;
  readonly reason: Reason;
  readonly field?: string;
  readonly closed?: ClosedPart;
  readonly retryAfter?: number;

  constructor(failure: Failure) {
    super(failure.message, { cause: failure.cause });
    this.code = failure.code;
    this.debug = failure.debug;
    this.requestId = failure.requestId;
    this.reason = failure.reason;
    this.field = failure.field;
    this.closed = failure.closed;
    this.retryAfter = failure.retryAfter;
  }
}

/** Returns whether `error` is a gateway error, with one of `reasons` when any are given. */
export function isGatewayError(error: unknown, ...reasons: Reason[]): error is GatewayError {
  return error instanceof GatewayError && (reasons.length === 0 || reasons.includes(error.reason));
}
