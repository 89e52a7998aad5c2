import type { SessionEngine } from './engine';

/** A stamp more often than this says nothing new: milliseconds. */
const pause = 1000;
const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'focus'] as const;

/**
 * Tells the session of the player's signs of life, and of another tab's login or logout.
 * The answer stops it.
 */
export function trackActivity(session: SessionEngine, now: () => number): () => void {
  let last = 0;
  const sign = () => {
    if (now() - last < pause) return;
    last = now();
    session.recordActivity();
  };
  const elsewhere = (event: StorageEvent) => {
    if (event.key === 'session') void session.start();
  };
  for (const name of signs) window.addEventListener(name, sign, { passive: true });
  window.addEventListener('storage', elsewhere);
  const stopClock = session.startPolling();
  return () => {
    for (const name of signs) window.removeEventListener(name, sign);
    window.removeEventListener('storage', elsewhere);
    stopClock();
  };
}
