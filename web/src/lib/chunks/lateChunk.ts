import { isBusy } from '@/lib/busy/busy';
import { createStoredValue } from '@/lib/storage/storedValue';
import { systemClock, type Clock } from '../clock';

/**
 * Loads what the first paint does not need, once the page has nothing else to do; a load that fails is tried again, as
 * with `loadWhenOnline`.
 */
export async function loadWhenIdle<T>(load: () => Promise<T>, clock?: Clock): Promise<T> {
  await idle();
  return loadWhenOnline(load, clock);
}

/**
 * Loads what nothing else waits for. A load that fails is tried again when the network is back, and after pauses that
 * grow up to a minute; the promise stays pending until one succeeds.
 */
export async function loadWhenOnline<T>(load: () => Promise<T>, clock = systemClock): Promise<T> {
  for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
    const waited = new AbortController();
    // A network that is back before the failure is known is not missed.
    const online = nextOnline(waited.signal);
    try {
      return await load();
    } catch {
      await Promise.race([online, after(pause, clock, waited.signal)]);
    } finally {
      waited.abort();
    }
  }
}

const firstPauseMs = 5000;
const longestPauseMs = 60_000;

const idle = () =>
  new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 5000 });
    else setTimeout(resolve, 2000);
  });

const nextOnline = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) =>
    window.addEventListener('online', resolve, { once: true, signal }),
  );

const after = (milliseconds: number, clock: Clock, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const cancel = clock.timeout(milliseconds, resolve);
    signal.addEventListener('abort', cancel);
  });

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
