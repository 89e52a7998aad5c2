/** The connection to the other tabs of this browser that show the site. */
export interface Tabs {
  /** Notifies the other tabs of a change of a stored value. */
  tell(): void;
  /** Runs `listener` after another tab changed a stored value. Returns a function that stops it. */
  listen(listener: () => void): () => void;
  /** Runs `task` while no other tab runs one. */
  exclusive<T>(task: () => Promise<T>): Promise<T>;
}

const name = 'croupier-session';

/**
 * Connects to the other tabs by BroadcastChannel and storage events. Tasks use a Web Lock, which
 * browsers have only on secure pages. Without it, only the tasks of one tab wait for each other.
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
      // Locks are granted in request order, so a task never overtakes another task of its tab.
      if (locks) return locks.request(name, task) as ReturnType<typeof task>;
      const run = last.then(task);
      last = run.catch(() => undefined);
      return run;
    },
  };
}
