import { inactivityPollMs } from '@/contracts/constants';
import type { Clock } from '../clock';
import type { StoredValues } from '../storage/stored';
import type { SessionState } from './machine';
import { frameFocusMs, inactivityWarningMs, isInactive } from './rules';

/** Where activity comes from. Only a game and the button of the warning end the warning of inactivity. */
export type ActivitySource = 'page' | 'game' | 'stay';

interface PresenceDeps {
  stored: StoredValues;
  clock: Clock;
  /** After which time without activity the player is logged out: milliseconds. */
  limit: number;
  /** Returns whether a game's frame has the focus. What happens inside is not visible to the page. */
  isFrameFocused(): boolean;
  isVisible(): boolean;
  state(): SessionState;
  /** Adopts what another tab has changed. */
  sync(): void;
  /** Sets when the session of an inactive player ends, while the player is asked whether to stay. */
  warn(endsAt: number | undefined): void;
  isWarning(): boolean;
  /** Ends the session of an inactive player. */
  end(): void;
  /** Pings the server: the session there has the same limit of inactivity. */
  verify(): void;
  /** Tries again to tell the server of a logout. */
  pollLogout(): void;
  /** Called when activity was recorded. */
  onRecord(): void;
}

/** Keeps the time of the player's last activity, which all tabs share, and ends the session without any. */
export interface Presence {
  record(source: ActivitySource): void;
  check(): void;
  /** Polls for inactivity, due pings and pending logouts. Returns the function that stops it. */
  startPolling(): () => void;
}

/** The server is pinged for an active player this many times within the limit of inactivity. */
const keepAlivePerLimit = 12;

/** Activity is recorded at most once in this interval: milliseconds. */
const minIntervalMs = 1_000;

/** Creates the presence of this page. Its opening is a sign of the player. */
export function createPresence(deps: PresenceDeps): Presence {
  const { stored, clock, limit, state, sync, warn } = deps;
  const warningMs = Math.min(inactivityWarningMs, limit / 2);
  const focusMs = Math.min(frameFocusMs, limit);
  let lastSign = clock.now();
  let pingedAt = clock.now();

  const stamp = () => stored.set('userActivityStartTime', clock.now());

  const lastActivity = () => {
    const found = stored.get('userActivityStartTime');
    // Unknown, or in the future because the device's clock was set back.
    if (found !== undefined && found <= clock.now()) return found;
    stamp();
    return clock.now();
  };

  const check = () => {
    sync();
    if (state().phase !== 'player') return;
    const now = clock.now();
    const endsAt = lastActivity() + limit;
    if (isInactive(now, endsAt - limit, limit)) return deps.end();
    const playing = deps.isFrameFocused() && now - lastSign <= focusMs;
    if (playing) stamp();
    warn(!playing && now >= endsAt - warningMs ? endsAt : undefined);
  };

  const poll = () => {
    deps.pollLogout();
    check();
    if (state().phase !== 'player') return;
    const due = stored.get('expirationDate');
    const pingDue = due !== undefined && clock.now() >= due && deps.isVisible();
    const active = (stored.get('userActivityStartTime') ?? 0) > pingedAt;
    if (pingDue || (active && clock.now() - pingedAt >= limit / keepAlivePerLimit)) ping();
  };

  const ping = () => {
    pingedAt = clock.now();
    deps.verify();
  };

  return {
    record(source) {
      if (source !== 'stay' && clock.now() - lastSign < minIntervalMs) return;
      // The first movement after hours is no presence.
      check();
      if (state().phase !== 'player' || (source === 'page' && deps.isWarning())) return;
      lastSign = clock.now();
      stamp();
      warn(undefined);
      deps.onRecord();
      if (source === 'stay') ping();
    },
    check,
    startPolling: () => clock.interval(inactivityPollMs, poll),
  };
}
