import { systemClock } from '../clock';

const firstPauseMs = 400;
const longestPauseMs = 10_000;

/**
 * Runs a task until it succeeds, `tries` times at most, with growing pauses; the browser's coming online ends a pause.
 * Rejects with the last failure.
 */
export async function withRetries<T>(
  task: () => Promise<T>,
  tries: number,
  clock = systemClock,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task();
    } catch (error) {
      if (attempt >= tries) throw error;
      await pause(Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs), clock);
    }
  }
}

/** Resolves after a time, or when the browser is online again. */
const pause = (ms: number, clock: typeof systemClock): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      cancel();
      window.removeEventListener('online', done);
      resolve();
    };
    const cancel = clock.timeout(ms, done);
    window.addEventListener('online', done);
  });
