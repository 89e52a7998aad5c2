import type { Clock } from '../clock';
import { readReminders } from './reminders';

/** A player's time on the site: since when, and when they were last reminded. Milliseconds since 1970. */
interface Watch {
  player: string;
  since: number;
  told: number;
}

const key = 'sessionWatch';
const pollMs = 15_000;
const minute = 60_000;

function readWatch(player: string, now: number): Watch {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Watch | null;
    if (kept?.player === player && kept.since <= now && kept.told <= now) return kept;
  } catch {
    // What cannot be read begins anew.
  }
  return { player, since: now, told: now };
}

function keep(watch: Watch): Watch {
  try {
    sessionStorage.setItem(key, JSON.stringify(watch));
  } catch {
    // Without storage a reload begins anew.
  }
  return watch;
}

/**
 * Tells, each time the span that the player has set is over, how many minutes they have been here. `player`
 * tells one login from the next. The answer stops it.
 */
export function watchSession(
  clock: Clock,
  player: string,
  tell: (minutes: number) => void,
): () => void {
  let watch = keep(readWatch(player, clock.now()));
  return clock.interval(pollMs, () => {
    const span = readReminders().session * minute;
    const now = clock.now();
    if (span === 0 || now - watch.told < span) return;
    watch = keep({ ...watch, told: now });
    tell(Math.floor((now - watch.since) / minute));
  });
}
