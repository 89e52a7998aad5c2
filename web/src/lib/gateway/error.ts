import type { ClosedPart } from '@/contracts/types';

/** The reason of a failed call, as far as the site distinguishes it. */
export type Reason =
  | 'session-expired'
  | 'login-failed'
  | 'inactive-account'
  | 'unauthorized'
  | 'two-factor'
  | 'no-records'
  | 'maintenance'
  /** A part of the site is under maintenance, see `error.closed`. */
  | 'part-closed'
  | 'rate-limited'
  | 'invalid'
  | 'outcome-unknown'
  /** The server is still processing the same money request. The platform's own 409 is `refused`. */
  | 'in-progress'
  | 'unavailable'
  /** Only HTTP status 500. */
  | 'server'
  | 'refused'
  /** The brand refuses the visitor's country. */
  | 'region-blocked'
  | 'blocked'
  | 'network'
  /** A money call was not sent because the browser has no network. */
  | 'offline'
  | 'aborted';

const byDebug: Record<string, Reason> = {
  'anonymous user': 'session-expired',
  'login failed': 'login-failed',
  'inactive account': 'inactive-account',
  blocked: 'inactive-account',
  unauthorized: 'unauthorized',
  'two factor required': 'two-factor',
  'no records': 'no-records',
  maintenance: 'maintenance',
  'part under maintenance': 'part-closed',
  'rate limited': 'rate-limited',
  'bad request': 'invalid',
  'invalid payload': 'invalid',
  'outcome unknown': 'outcome-unknown',
  'duplicate in progress': 'in-progress',
  'bad upstream answer': 'unavailable',
  'upstream unavailable': 'unavailable',
  'upstream timeout': 'unavailable',
  'panel header missing': 'refused',
  'origin refused': 'refused',
  'region blocked': 'region-blocked',
  unsupported: 'refused',
};

/** Messages of older platforms that send no `debug`. */
const byMessage: Record<string, Reason> = {
  'Oturum Süresi Doldu': 'session-expired',
  'Giriş Başarısız': 'login-failed',
  'Hesap Aktif Değil': 'inactive-account',
  'Bu işlem için yetkiniz yok': 'unauthorized',
  'Kayıt Bulunamadı': 'no-records',
  'This site is under maintenance': 'maintenance',
};

/** Returns the reason of a failed response, from its `debug`, its message or its code. */
export function reasonOf(response: { code: number; debug: string; message: string }): Reason {
  const known = byDebug[response.debug] ?? byMessage[response.message];
  if (known) return known;
  if (response.code === 403) return 'session-expired';
  if (response.code === 429) return 'rate-limited';
  if (response.code >= 500 && response.code <= 504) return 'unavailable';
  return 'refused';
}

/** The details of a failed call. */
export interface Failure {
  /** The envelope's code, or the HTTP status without an envelope, or 0 without a response. */
  code: number;
  /** The machine-readable `debug` of the envelope, or ''. */
  debug: string;
  /** The message for the player, in their language, or ''. */
  message: string;
  /** X-Request-Id for support, or '' without a response, for closed parts and player's limits. */
  requestId: string;
  reason: Reason;
  /** The refused field of the request, if the response names one. */
  field?: string;
  /** The closed part of the site that the call belongs to, for the reason `part-closed`. */
  closed?: ClosedPart;
  /** Seconds of the Retry-After header, if the response has one. */
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

/** Returns whether `error` is a gateway error with one of `reasons`, if given. */
export function isGatewayError(error: unknown, ...reasons: Reason[]): error is GatewayError {
  return error instanceof GatewayError && (reasons.length === 0 || reasons.includes(error.reason));
}
