import type { Clock } from '../clock';
import { createStoredValue } from '../storage/storedValue';
import { readReminders } from './reminders';

/** A player's time on the site. Times are milliseconds since 1970. */
interface SessionTime {
  player: string;
  since: number;
  /** When the last reminder was shown; at first the same as `since`. */
  remindedAt: number;
}

const pollMs = 15_000;
const minute = 60_000;

/** Survives a reload, ends with the tab. */
const sessionTime = createStoredValue<SessionTime | undefined>('sessionTime', {
  area: 'session',
  parse: (json) => (json as SessionTime | null) ?? undefined,
});

function readSessionTime(player: string, now: number): SessionTime {
  const found = sessionTime.get();
  if (found?.player === player && found.since <= now && found.remindedAt <= now) return found;
  return { player, since: now, remindedAt: now };
}

/**
 * Calls `remind` with the minutes on the site each time the player's interval has passed. `player` identifies
 * one login. Returns the function that stops it.
 */
export function startSessionReminder(
  clock: Clock,
  player: string,
  remind: (minutes: number) => void,
): () => void {
  let current = readSessionTime(player, clock.now());
  sessionTime.set(current);
  return clock.interval(pollMs, () => {
    const interval = readReminders().session * minute;
    const now = clock.now();
    if (interval === 0 || now - current.remindedAt < interval) return;
    current = { ...current, remindedAt: now };
    sessionTime.set(current);
    remind(Math.floor((now - current.since) / minute));
  });
}
