import type { SetupServer } from 'msw/node';

/** Kept before a test may put a clock of its own in place. */
const later = globalThis.setTimeout;

/** Requests that have no answer yet, by msw's ids. */
const underway = new Set<string>();

/** Counts what is asked of the test's server from now on. */
export function watchRequests(server: SetupServer): void {
  const done = ({ requestId }: { requestId: string }) => void underway.delete(requestId);
  server.events.on('request:start', ({ request, requestId }) => {
    underway.add(requestId);
    // One that is given up gets no answer: msw does not tell of its end.
    if (request.signal.aborted) underway.delete(requestId);
    request.signal.addEventListener('abort', () => underway.delete(requestId));
  });
  server.events.on('request:end', done);
  server.events.on('unhandledException', done);
}

/**
 * Waits until nothing is asked any more: every request is answered, and what follows from its answer is
 * done, further requests among it. For before a test says that something was not asked, or not done.
 */
export async function waitForIdle(): Promise<void> {
  // A request begins, is read and is forgotten a turn or two after what has led to it.
  for (let quiet = 0; quiet < 5; quiet = underway.size > 0 ? 0 : quiet + 1) {
    await new Promise((done) => later(done));
  }
}
