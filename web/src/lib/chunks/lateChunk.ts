import { isBusy } from '@/lib/busy/busy';
import { createStoredValue } from '@/lib/storage/storedValue';
import { systemClock, type Clock } from '../clock';

/** Loads a module when the page is idle. Retries as `loadWhenOnline` does. */
export async function loadWhenIdle<T>(load: () => Promise<T>, clock?: Clock): Promise<T> {
  await idle();
  return loadWhenOnline(load, clock);
}

/**
 * Loads a module that nothing is waiting for, and retries until it succeeds. It retries when the
 * network is back, and after pauses that grow up to a minute.
 */
export async function loadWhenOnline<T>(load: () => Promise<T>, clock = systemClock): Promise<T> {
  for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
    const waited = new AbortController();
    // Starts to listen before the load, so it does not miss a network that returns early.
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

/** The last reload for a missing chunk: milliseconds since 1970. */
const lastReload = createStoredValue('croupier-reloaded', {
  area: 'session',
  parse: (json) => Number(json) || 0,
});
const minIntervalMs = 60_000;

/**
 * Handles a failed dynamic import. After a release the old chunks are gone, so it reloads the page
 * at most once a minute. If that did not help, or the browser is offline or the page busy, it
 * rethrows.
 */
export function reloadOnce(error: unknown): never | Promise<never> {
  const due = Date.now() - lastReload.get() > minIntervalMs;
  // Without storage the page would not know about the reload and would reload forever.
  if (navigator.onLine && due && !isBusy() && lastReload.set(Date.now())) {
    location.reload();
    // Stays pending, so nothing is rendered until the new page replaces this one.
    return new Promise<never>(() => undefined);
  }
  throw error;
}
