import { createEmitter, type Emitter } from '../events/emitter';
import type { GatewayError } from './error';

/** Describes a response, successful or not. */
export interface ResponseEvent {
  /** The name of the call: class/method. */
  name: string;
  status: number;
  /** The Croupier-Cache header: HIT, STALE, COALESCED, MISS or BYPASS, or ''. */
  cache: string;
  requestId: string;
  /** The Date header with the server's time, or ''. */
  date: string;
  /** The time to the response headers in milliseconds. */
  ms: number;
}

/** The events of the gateway client. Each failure is emitted a single time. */
interface GatewayEvents {
  /**
   * The session of `epoch` has ended. `auth` also removes the stored auth. It is the epoch of
   * the request, so later sessions do not end.
   */
  'session-ended': { epoch: string; auth: boolean; unauthorized: boolean };
  /** The site is under maintenance. */
  maintenance: { message: string };
  /** The client refuses calls after an HTTP 500 until a probe works. Emitted for each call. */
  blocked: GatewayError;
  /** The brand refuses the visitor's country, which may have changed after the page load. */
  'region-blocked': undefined;
  /** Calls are no longer refused. */
  unblocked: undefined;
  /** A response has arrived. */
  response: ResponseEvent;
  /** A failure that the player sees in a toast. */
  failure: GatewayError;
}

export type GatewayHub = Emitter<GatewayEvents>;

export const createGatewayHub = (): GatewayHub => createEmitter<GatewayEvents>();
