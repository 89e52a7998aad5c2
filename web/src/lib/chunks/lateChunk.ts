/**
 * Loads what the first paint does not need, once the page has nothing else to do; a load that fails is tried again, as
 * with `loadWhenOnline`.
 */
export async function loadWhenIdle<T>(load: () => Promise<T>): Promise<T> {
  await idle();
  return loadWhenOnline(load);
}

/**
 * Loads what nothing else waits for. A load that fails is tried again each time the network is back; the promise stays
 * pending until one succeeds.
 */
export async function loadWhenOnline<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    const online = nextOnline();
    try {
      return await load();
    } catch {
      await online;
    }
  }
}

const idle = () =>
  new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 5000 });
    else setTimeout(resolve, 2000);
  });

const nextOnline = () =>
  new Promise<unknown>((resolve) => window.addEventListener('online', resolve, { once: true }));
