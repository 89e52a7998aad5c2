import type { SessionEngine } from './engine';
import { connectTabs } from './tabs';

const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'focus'] as const;

/**
 * Records the player's activity, starts the session's polling and follows the other tabs. A page
 * that returns from sleep or history first checks its absence. Called when the page is idle.
 */
export async function trackActivity(session: SessionEngine): Promise<void> {
  const onActivity = () => session.recordActivity();
  const check = () => session.checkPresence();
  const onOnline = () => session.online();
  await session.startPolling();
  connectTabs().listen(() => {
    session.sync();
    check();
  });
  for (const name of activityEvents) window.addEventListener(name, onActivity, { passive: true });
  document.addEventListener('visibilitychange', check);
  window.addEventListener('pageshow', check);
  window.addEventListener('online', onOnline);
}
