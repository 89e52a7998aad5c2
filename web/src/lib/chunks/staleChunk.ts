import { isBusy } from '@/lib/busy/busy';
import { createStoredValue } from '@/lib/storage/storedValue';

/** When the page was last reloaded for a missing chunk: milliseconds since 1970. */
const lastReload = createStoredValue('croupier-reloaded', {
  area: 'session',
  parse: (json) => Number(json) || 0,
});
const minIntervalMs = 60_000;

/**
 * Handles a failed dynamic import. After a release the chunks of the old page are gone, so the page is reloaded,
 * at most once a minute. When that did not help, the browser is offline, or the page is busy, the error is thrown again.
 */
export function reloadOnce(error: unknown): never | Promise<never> {
  const due = Date.now() - lastReload.get() > minIntervalMs;
  // Without storage the page cannot know that it was reloaded, and would reload forever.
  if (navigator.onLine && due && !isBusy() && lastReload.set(Date.now())) {
    location.reload();
    // Stays pending: nothing is rendered until the new page has replaced this one.
    return new Promise<never>(() => undefined);
  }
  throw error;
}
