import type { Clock } from '../clock';
import type { Call } from '../gateway/client';
import { isGatewayError, type Reason } from '../gateway/error';
import type { StoredValues } from '../storage/stored';

/** How the logout reached the server: at once, not yet, or after it could not be reached at first. */
export type ServerLogoutEvent = 'delayed' | 'done';

interface ServerLogoutDeps {
  call: Call;
  stored: StoredValues;
  clock: Clock;
  /** Runs `task` while no other tab changes the session on the server. */
  exclusive<T>(task: () => Promise<T>): Promise<T>;
  /** Called when the server cannot be reached, and when it has been reached after all. */
  notify(event: ServerLogoutEvent): void;
}

/**
 * Ends sessions on the server after the player has logged out here. The session cookie is HttpOnly, so only the server
 * can end it: until it has, a stored flag keeps every page of this browser from restoring the session.
 */
interface ServerLogout {
  /** Ends the session on the server, whose flag the caller has stored. Resolves after the first attempt. */
  begin(): Promise<void>;
  /** Tries again when a logout is pending and the time has come. */
  poll(): void;
  /** Tries again now when a logout is pending: the browser is online again. */
  retry(): Promise<void>;
  /** Tries again within `exclusive`, before a login. Never rejects. */
  flush(): Promise<void>;
}

/** The first pause between two attempts, and the longest: milliseconds. */
const minPauseMs = 5_000;
const maxPauseMs = 60_000;

/** An attempt without an answer ends after this time, because other calls wait for it: milliseconds. */
export const sessionCallTimeoutMs = 20_000;

/** These refusals mean that the server has no session to end. */
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

  /** Ends the session of logouts until the epoch in which this was asked for. */
  const flush = async (epoch = stored.get('sessionEpoch')) => {
    nextAt = 0;
    if (!stored.get('logoutPending')) {
      // Another tab has reached the server.
      delayed = false;
      return;
    }
    nextAt = Infinity;
    const done = await attempt();
    if (done) {
      // The flag of a later logout stays: a login that waits for its turn is older than it.
      if (stored.get('sessionEpoch') === epoch) stored.remove('logoutPending');
      nextAt = 0;
      pauseMs = minPauseMs;
      if (delayed) notify('done');
      delayed = false;
      return;
    }
    delay();
  };

  /** Waits before the next attempt, and says so once. */
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
      // The module of the lock could not be loaded.
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
