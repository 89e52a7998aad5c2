/** The connection to the other tabs of this browser that show the site. */
export interface Tabs {
  /** Tells the other tabs that a stored value has changed. */
  tell(): void;
  /** Runs `listener` when another tab has changed a stored value. Returns the function that stops it. */
  listen(listener: () => void): () => void;
  /** Runs `task` while no other tab runs one. */
  exclusive<T>(task: () => Promise<T>): Promise<T>;
}

const name = 'croupier-session';

/**
 * Connects to the other tabs: by BroadcastChannel, and by storage events where a browser has none, and by a Web Lock,
 * which browsers have only on secure pages; elsewhere the tasks of one tab alone wait for one another.
 */
export function connectTabs(): Tabs {
  return (connection ??= connect());
}

let connection: Tabs | undefined;

function connect(): Tabs {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined;
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    tell: () => channel?.postMessage(null),
    listen(listener) {
      channel?.addEventListener('message', listener);
      window.addEventListener('storage', listener);
      return () => {
        channel?.removeEventListener('message', listener);
        window.removeEventListener('storage', listener);
      };
    },
    exclusive(task) {
      // Locks are granted in the order of the requests, so a task never overtakes one of its own tab.
      if (locks) return locks.request(name, task) as ReturnType<typeof task>;
      const run = last.then(task);
      last = run.catch(() => undefined);
      return run;
    },
  };
}
