import type { Reason } from './reason';

/** What is known of a failed call. */
export interface Failure {
  /** The envelope's code, the HTTP status without one, 0 when nothing was answered. */
  code: number;
  /** The short stable reason of calls.md §1, or ''. */
  debug: string;
  /** The words for the player, already in their language, or ''. */
  message: string;
  /** X-Request-Id, for support; '' when nothing was answered. */
  requestId: string;
  reason: Reason;
  /** Seconds of Retry-After, when the answer carried it. */
  retryAfter?: number;
  cause?: unknown;
}

/** The one error of a gateway call: told apart by `reason`, never by its text. */
export class GatewayError extends Error implements Failure {
  override readonly name = 'GatewayError';
  readonly code: number;
  readonly debug: string;
  readonly requestId: string;
  readonly reason: Reason;
  readonly retryAfter?: number;

  constructor(failure: Failure) {
    super(failure.message, { cause: failure.cause });
    this.code = failure.code;
    this.debug = failure.debug;
    this.requestId = failure.requestId;
    this.reason = failure.reason;
    this.retryAfter = failure.retryAfter;
  }
}

/** Whether `error` is a gateway error, of one of `reasons` when any are given. */
export function isGatewayError(error: unknown, ...reasons: Reason[]): error is GatewayError {
  return error instanceof GatewayError && (reasons.length === 0 || reasons.includes(error.reason));
}
