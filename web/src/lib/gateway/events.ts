import { createEmitter, type Emitter } from '../events/emitter';
import type { GatewayError } from './error';

/** How a call was answered, whether well or not. */
export interface ResponseEvent {
  /** class/method */
  name: string;
  status: number;
  /** `Croupier-Cache`: HIT, STALE, COALESCED, MISS or BYPASS; '' where the answer did not say. */
  cache: string;
  requestId: string;
  /** How long it took until the answer began, in milliseconds. */
  ms: number;
}

/** What the gateway client tells the rest of the site; each failure is announced once, here. */
export interface GatewayEvents {
  /** The session is over; `auth` says that the stored auth must go too (spec §8). */
  'session-ended': { auth: boolean; unauthorized: boolean };
  /** The site is under maintenance (spec §4, §8). */
  maintenance: { message: string };
  /** An HTTP 500 came: every later call is refused until the page is loaded again (spec §4, §8). */
  blocked: GatewayError;
  /** Something was answered; for those who watch the traffic. */
  answered: ResponseEvent;
  /** A failure to be told to the player in a toast (spec §8). */
  failure: GatewayError;
}

export type GatewayHub = Emitter<GatewayEvents>;

export const createGatewayHub = (): GatewayHub => createEmitter<GatewayEvents>();
