import { inactivityPollMs } from '@/contracts/constants';
import type { Clock } from '../clock';
import type { StoredValues } from '../storage/stored';
import type { SessionState } from './machine';
import { frameFocusMs, inactivityWarningMs, isInactive } from './rules';

/** The source of an activity. Only a game or the warning's button ends the inactivity warning. */
export type ActivitySource = 'page' | 'game' | 'stay';

interface PresenceDeps {
  stored: StoredValues;
  clock: Clock;
  /** The inactivity limit in milliseconds. */
  limit: number;
  /** Returns whether a game's frame has the focus. The page cannot see events inside the frame. */
  isFrameFocused(): boolean;
  isVisible(): boolean;
  state(): SessionState;
  /** Adopts the changes of another tab. */
  sync(): void;
  /** Shows the warning with the end of an inactive player's session, or hides it without one. */
  warn(endsAt: number | undefined): void;
  isWarning(): boolean;
  /** Ends the session of an inactive player. */
  end(): void;
  /** Pings the server, because its session has the same inactivity limit. */
  verify(): void;
  /** Retries a pending logout on the server. */
  pollLogout(): void;
  /** Called after activity is recorded. */
  onRecord(): void;
}

/** Stores the time of the player's last activity for all tabs, and ends an inactive session. */
export interface Presence {
  record(source: ActivitySource): void;
  check(): void;
  /** Polls for inactivity, due pings and pending logouts. Returns a function that stops it. */
  startPolling(): () => void;
}

/** The number of pings for an active player within the inactivity limit. */
const keepAlivePerLimit = 12;

/** The minimum interval between two records of activity in milliseconds. */
const minIntervalMs = 1_000;

/** Creates the presence of this page. Opening the page counts as activity. */
export function createPresence(deps: PresenceDeps): Presence {
  const { stored, clock, limit, state, sync, warn } = deps;
  const warningMs = Math.min(inactivityWarningMs, limit / 2);
  const focusMs = Math.min(frameFocusMs, limit);
  let lastSign = clock.now();
  let pingedAt = clock.now();

  const stamp = () => stored.set('userActivityStartTime', clock.now());

  const lastActivity = () => {
    const found = stored.get('userActivityStartTime');
    // Unset, or in the future because the device's clock was set back.
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
      // The first movement after hours must not revive the session.
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
