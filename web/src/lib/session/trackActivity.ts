import type { SessionEngine } from './engine';

/** Activity is recorded at most once in this interval: milliseconds. */
const minIntervalMs = 1000;
const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'focus'] as const;

/**
 * Records the player's activity, starts the session's polling and follows a login or logout in another tab.
 * Returns the function that stops all of it.
 */
export function trackActivity(session: SessionEngine, now: () => number): () => void {
  let last = 0;
  const onActivity = () => {
    if (now() - last < minIntervalMs) return;
    last = now();
    session.recordActivity();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === 'session') void session.start();
  };
  for (const name of activityEvents) {
    window.addEventListener(name, onActivity, { passive: true });
  }
  window.addEventListener('storage', onStorage);
  const stopPolling = session.startPolling();
  return () => {
    for (const name of activityEvents) window.removeEventListener(name, onActivity);
    window.removeEventListener('storage', onStorage);
    stopPolling();
  };
}
