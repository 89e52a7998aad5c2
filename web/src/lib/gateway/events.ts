import { createEmitter, type Emitter } from '../events/emitter';
import type { GatewayError } from './error';

/** Describes a response, successful or not. */
export interface ResponseEvent {
  /** class/method */
  name: string;
  status: number;
  /** The Croupier-Cache header: HIT, STALE, COALESCED, MISS or BYPASS; '' without one. */
  cache: string;
  requestId: string;
  /** The Date header: the server's time; '' without one. */
  date: string;
  /** The time to the response headers: milliseconds. */
  ms: number;
}

/** The events of the gateway client. Each failure is emitted once. */
interface GatewayEvents {
  /**
   * The session of `epoch` has ended. With `auth`, the stored auth must be removed too (spec §8). The epoch is that of
   * the request: whatever came after it is another session.
   */
  'session-ended': { epoch: string; auth: boolean; unauthorized: boolean };
  /** The site is under maintenance (spec §4, §8). */
  maintenance: { message: string };
  /** After an HTTP 500 calls are refused until a probe is answered (spec §4, §8). Emitted for each refused call too. */
  blocked: GatewayError;
  /** The brand refuses the visitor's country, which may have changed since the page was served. */
  'region-blocked': undefined;
  /** Calls are no longer refused. */
  unblocked: undefined;
  /** A response has arrived. */
  response: ResponseEvent;
  /** A failure that is shown to the player in a toast (spec §8). */
  failure: GatewayError;
}

export type GatewayHub = Emitter<GatewayEvents>;

export const createGatewayHub = (): GatewayHub => createEmitter<GatewayEvents>();
