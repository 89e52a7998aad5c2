import type { SetupServer } from 'msw/node';

/** The real setTimeout, because tests may replace it. */
const realSetTimeout = globalThis.setTimeout;

/** The ids of pending requests. */
const pending = new Set<string>();

/** Tracks the pending requests of the test's server. */
export function watchRequests(server: SetupServer): void {
  const done = ({ requestId }: { requestId: string }) => void pending.delete(requestId);
  server.events.on('request:start', ({ request, requestId }) => {
    pending.add(requestId);
    // msw does not report the end of an aborted request.
    if (request.signal.aborted) pending.delete(requestId);
    request.signal.addEventListener('abort', () => pending.delete(requestId));
  });
  server.events.on('request:end', done);
  server.events.on('unhandledException', done);
}

/**
 * Waits until there are no pending requests, including requests that follow from responses. Tests
 * call it before they assert that something did not happen.
 */
export async function waitForIdle(): Promise<void> {
  // A request starts a few event loop turns after its cause.
  for (let idleTurns = 0; idleTurns < 5; idleTurns = pending.size > 0 ? 0 : idleTurns + 1) {
    await new Promise((done) => realSetTimeout(done));
  }
}
