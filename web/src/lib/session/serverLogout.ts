import type { Clock } from '../clock';
import type { Call } from '../gateway/client';
import { isGatewayError, type Reason } from '../gateway/error';
import type { StoredValues } from '../storage/stored';

/** The state of a logout that could not reach the server at first. */
export type ServerLogoutEvent = 'delayed' | 'done';

interface ServerLogoutDeps {
  call: Call;
  stored: StoredValues;
  clock: Clock;
  /** Runs `task` while no other tab changes the session on the server. */
  exclusive<T>(task: () => Promise<T>): Promise<T>;
  /** Called when the server is not reachable, and when a delayed logout has reached it. */
  notify(event: ServerLogoutEvent): void;
}

/**
 * Ends sessions on the server after a logout in this browser. The session cookie is HttpOnly, so
 * only the server can delete it. Until then a stored flag prevents every page from restoring the
 * session.
 */
interface ServerLogout {
  /** Ends the session on the server, after the flag is stored. Resolves after the first attempt. */
  begin(): Promise<void>;
  /** Retries a pending logout if the next attempt is due. */
  poll(): void;
  /** Retries a pending logout now, because the browser is online again. */
  retry(): Promise<void>;
  /** Retries within `exclusive`, before a login. Never rejects. */
  flush(): Promise<void>;
}

/** The shortest and the longest pause between two attempts in milliseconds. */
const minPauseMs = 5_000;
const maxPauseMs = 60_000;

/** The timeout of an attempt in milliseconds. Other calls wait for it. */
export const sessionCallTimeoutMs = 20_000;

/** Refusals that mean that the server has no session to end. */
const over: Reason[] = [
  'session-expired',
  'unauthorized',
  'two-factor',
  'login-failed',
  'inactive-account',
];

export function createServerLogout(deps: ServerLogoutDeps): ServerLogout {
  const { call, stored, clock, exclusive, notify } = deps;
  let pauseMs = minPauseMs;
  let nextAt = 0;
  let delayed = false;

  const attempt = async (): Promise<boolean> => {
    const timeout = new AbortController();
    const cancel = clock.timeout(sessionCallTimeoutMs, () => timeout.abort());
    try {
      await call('user/logout', {}, { suppressToast: true, signal: timeout.signal });
      return true;
    } catch (error) {
      return isGatewayError(error, ...over);
    } finally {
      cancel();
    }
  };

  /** Ends the session on the server for all logouts up to the epoch of this call. */
  const flush = async (epoch = stored.get('sessionEpoch')) => {
    nextAt = 0;
    if (!stored.get('logoutPending')) {
      // Another tab has completed the logout.
      delayed = false;
      return;
    }
    nextAt = Infinity;
    const done = await attempt();
    if (done) {
      // Keeps the flag of a later logout, because a waiting login is older.
      if (stored.get('sessionEpoch') === epoch) stored.remove('logoutPending');
      nextAt = 0;
      pauseMs = minPauseMs;
      if (delayed) notify('done');
      delayed = false;
      return;
    }
    delay();
  };

  /** Schedules the next attempt, and notifies the player of the first delay. */
  const delay = () => {
    nextAt = clock.now() + pauseMs;
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    if (!delayed) notify('delayed');
    delayed = true;
  };

  /** Queues an attempt, which polls do not repeat. */
  const queue = async () => {
    nextAt = Infinity;
    const epoch = stored.get('sessionEpoch');
    try {
      await exclusive(() => flush(epoch));
    } catch {
      // The module with the lock could not be loaded.
      delay();
    }
  };
  const retry = () => (stored.get('logoutPending') ? queue() : Promise.resolve());

  return {
    begin: queue,
    poll() {
      if (stored.get('logoutPending') && clock.now() >= nextAt) void retry();
    },
    retry,
    flush: () => flush(),
  };
}
