import type { AnswerOf, BareCallName, CallName, MoneyCallName, RequestOf } from '@/contracts/calls';
import { idempotencyHeader, panelHeader, panelValue } from '@/contracts/constants';
import type { ClosedPart } from '@/contracts/types';
import type { Clock } from '../clock';
import { createBlock } from './block';
import { isEnvelope, type Answer } from './envelope';
import { GatewayError, isGatewayError, reasonOf, type Failure, type Reason } from './error';
import type { GatewayHub } from './events';

/** The `user` object of a request. */
export interface GatewayUser {
  uid: string;
  sid: string;
  uip: string;
  gmt: string;
  lang: string;
}

export interface GatewayDeps {
  fetch: typeof globalThis.fetch;
  hub: GatewayHub;
  /** Returns the two-letter language for `data.Lang`. */
  language(): string;
  /** Returns the sealed session, if there is one. */
  user(): GatewayUser | undefined;
  /** Returns the epoch of the session, for the events about it. */
  epoch(): string;
  /** Returns a function that reports whether the player is still the player of this call. */
  rememberPlayer(): () => boolean;
  /** Returns false if the browser has no network at all. */
  isOnline(): boolean;
  clock: Clock;
  isVisible(): boolean;
  random(): number;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Shows no toast for a failure, but handles the end of a session, maintenance and HTTP 500. */
  suppressToast?: boolean | ((error: GatewayError) => boolean);
  /** Replaces the stored session. It is the user of a login that requires a code. */
  user?: GatewayUser;
}

interface MoneyOptions extends CallOptions {
  /** A UUID that every request of one payment attempt repeats. */
  idempotencyKey: string;
}

/** Makes a gateway call. Resolves with a successful response. Rejects only with a GatewayError. */
export interface Call {
  <N extends BareCallName>(
    name: N,
    data?: RequestOf<N>,
    options?: CallOptions,
  ): Promise<Answer<AnswerOf<N>>>;
  <N extends MoneyCallName>(
    name: N,
    data: RequestOf<N>,
    options: MoneyOptions,
  ): Promise<Answer<AnswerOf<N>>>;
  <N extends Exclude<CallName, MoneyCallName>>(
    name: N,
    data: RequestOf<N>,
    options?: CallOptions,
  ): Promise<Answer<AnswerOf<N>>>;
}

export interface Gateway {
  /**
   * Makes a call for the current player. If the player changes or logs out before the response, the
   * call rejects as aborted and shows nothing. A money call still reports its outcome.
   */
  call: Call;
  /** Makes a call of the session, which checks responses by their epoch. */
  sessionCall: Call;
  /** Returns true after an HTTP 500 until a probe gets a response. */
  isBlocked(): boolean;
  /** Probes a blocked gateway now. Resolves with true if it is no longer blocked. */
  retryBlocked(): Promise<boolean>;
}

/** Failures of a probe that do not prove that the platform works again. */
const unanswered: Reason[] = ['server', 'unavailable', 'network', 'aborted', 'rate-limited'];

const endpoint = '/endpoint/v1';

/** Creates a client of `POST /endpoint/v1`. */
export function createGateway(deps: GatewayDeps): Gateway {
  const { fetch, hub, language } = deps;

  const request = (
    name: CallName,
    data: object | undefined,
    options: Partial<MoneyOptions>,
  ): RequestInit => {
    const [cls, method] = name.split('/');
    return {
      method: 'POST',
      credentials: 'same-origin',
      headers: {
        'Content-Type': 'application/json',
        [panelHeader]: panelValue,
        ...(options.idempotencyKey && { [idempotencyHeader]: options.idempotencyKey }),
      },
      body: JSON.stringify({
        api: { class: cls, method },
        data: { ...data, Lang: language() },
        user: withoutEpoch(options.user ?? deps.user()) ?? null,
      }),
      signal: options.signal,
    };
  };

  /** Emits a failure, except the end of a session that is already over. */
  const emitFailure = (error: GatewayError, epoch: string, suppressToast: boolean) => {
    const ended = (auth: boolean, unauthorized = false) =>
      hub.emit('session-ended', { epoch, auth, unauthorized });
    switch (error.reason) {
      case 'session-expired':
      case 'two-factor':
        return ended(false);
      case 'unauthorized':
        return ended(true, true);
      case 'login-failed':
      case 'inactive-account':
        if (epoch !== deps.epoch()) return;
        ended(true);
        break;
      case 'maintenance':
        hub.emit('maintenance', { message: error.message });
        return;
      case 'server':
        hub.emit('blocked', error);
        return;
      case 'region-blocked':
        hub.emit('region-blocked', undefined);
        return;
      // Not reported. The component shows an error state or an empty list.
      case 'network':
      case 'aborted':
      case 'no-records':
        return;
    }
    if (!suppressToast) hub.emit('failure', error);
  };

  const run = async <N extends CallName>(
    name: N,
    data: RequestOf<N> | undefined,
    options: Partial<MoneyOptions>,
  ): Promise<Answer<AnswerOf<N>>> => {
    let response: Response;
    let body: unknown;
    const startedAt = performance.now();
    try {
      response = await fetch(endpoint, request(name, data, options));
      hub.emit('response', {
        name,
        status: response.status,
        cache: response.headers.get('Croupier-Cache') ?? '',
        requestId: response.headers.get('X-Request-Id') ?? '',
        date: response.headers.get('Date') ?? '',
        ms: performance.now() - startedAt,
      });
      body = await readBody(response);
    } catch (cause) {
      throw networkError(cause, options.signal);
    }
    if (options.signal?.aborted) throw networkError(options.signal.reason, options.signal);
    if (isEnvelope(body) && body.result && response.ok) {
      const { data, message, pagination } = body;
      return { data: data as AnswerOf<N>, message, pagination };
    }
    throw responseError(response, body, options.idempotencyKey !== undefined);
  };

  // A probe does not repeat the failed call, which may be a write or one of many lists.
  const probe = async () => {
    const epoch = deps.epoch();
    try {
      await run(deps.user() ? 'system/ping' : 'maintenance/check_status', {}, {});
      return true;
    } catch (error) {
      if (isGatewayError(error, ...unanswered)) return false;
      emitFailure(error as GatewayError, epoch, true);
      return true;
    }
  };

  const block = createBlock({ ...deps, probe, onEnd: () => hub.emit('unblocked', undefined) });

  const createCall =
    (ofSession: boolean): Call =>
    async <N extends CallName>(
      name: N,
      data?: RequestOf<N>,
      options: Partial<MoneyOptions> = {},
    ) => {
      const blocked = block.current();
      if (blocked) {
        hub.emit('blocked', blocked);
        throw new GatewayError({ ...blocked, message: blocked.message, reason: 'blocked' });
      }
      const epoch = deps.epoch();
      const isSamePlayer = deps.rememberPlayer();
      const isForeign = () => !ofSession && !isSamePlayer();
      const isMoney = options.idempotencyKey !== undefined;
      try {
        // The outcome of a sent call would be unknown.
        if (isMoney && !deps.isOnline()) throw noAnswer('offline');
        const answer = await run(name, data, options);
        if (isForeign() && !isMoney) throw abortedError();
        return answer;
      } catch (error) {
        const failure = error as GatewayError;
        // Evaluated before the failure ends the session.
        const foreign = isForeign();
        if (failure.reason === 'server') block.start(failure);
        const { suppressToast = false } = options;
        const silent = typeof suppressToast === 'function' ? suppressToast(failure) : suppressToast;
        emitFailure(failure, epoch, silent || foreign);
        throw foreign && !isMoney ? abortedError() : failure;
      }
    };

  return {
    isBlocked: () => block.current() !== undefined,
    retryBlocked: block.retry,
    call: createCall(false),
    sessionCall: createCall(true),
  };
}

/** Fetches a path besides the gateway. Rejects only with a GatewayError. */
export async function fetchPath<T>(path: string): Promise<T> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(path, { headers: { [panelHeader]: panelValue } });
    body = await readBody(response);
  } catch (cause) {
    throw networkError(cause, undefined);
  }
  if (!response.ok || body === undefined) throw responseError(response, body, false);
  return body as T;
}

/** Returns the sent part of a stored session. */
function withoutEpoch(user: (GatewayUser & { epoch?: string }) | undefined) {
  if (!user) return undefined;
  const { uid, sid, uip, gmt, lang } = user;
  return { uid, sid, uip, gmt, lang };
}

const networkError = (cause: unknown, signal: AbortSignal | undefined): GatewayError =>
  noAnswer(signal?.aborted ? 'aborted' : 'network', cause);

const abortedError = (): GatewayError => noAnswer('aborted');

const noAnswer = (reason: Reason, cause?: unknown): GatewayError =>
  new GatewayError({ code: 0, debug: '', message: '', requestId: '', reason, cause });

/**
 * Reads a body as JSON, or returns undefined for anything else. If a successful response breaks
 * off, it rejects with the network error. For other responses the status is enough.
 */
async function readBody(response: Response): Promise<unknown> {
  const text = response.ok ? await response.text() : await response.text().catch(() => '');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function responseError(response: Response, body: unknown, money: boolean): GatewayError {
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined;
  const known = isEnvelope(body)
    ? { code: body.code, debug: body.debug ?? '', message: body.message }
    : { code: response.status, debug: '', message: '' };
  const reason = responseReason(response, body, known, money);
  const closed =
    reason === 'part-closed' ? ((body as { data: unknown }).data as ClosedPart) : undefined;
  // A closed part (503) and the player's limits (423) need no request id for support.
  const expected = closed !== undefined || (reason === 'refused' && known.code === 423);
  const requestId = (!expected && response.headers.get('X-Request-Id')) || '';
  const field = refusedField(body);
  return new GatewayError({ ...known, requestId, reason, field, closed, retryAfter });
}

/**
 * Returns the reason of a failed response. A response without an envelope is from a proxy or
 * damaged, so it says nothing about the session, and a money call may have succeeded. A payment
 * with an unknown outcome never blocks the page, because the player needs the history.
 */
function responseReason(
  response: Response,
  body: unknown,
  known: Pick<Failure, 'code' | 'debug' | 'message'>,
  money: boolean,
): Reason {
  const answered = isEnvelope(body) && (response.ok || !body.result);
  if (!answered && money) return 'outcome-unknown';
  if (response.status === 500 && known.debug !== 'outcome unknown') return 'server';
  return answered ? reasonOf(known) : 'unavailable';
}

/** Returns the refused field in a response's `data`. */
function refusedField(body: unknown): string | undefined {
  const data = isEnvelope(body) ? (body.data as { field?: unknown } | null) : null;
  return typeof data?.field === 'string' ? data.field : undefined;
}
