/** The source of time, replaced in tests. Times are milliseconds since 1970. */
export interface Clock {
  now(): number;
  /** Runs `task` every `ms` milliseconds. Returns the function that stops it. */
  interval(ms: number, task: () => void): () => void;
  /** Runs `task` once after `ms` milliseconds. Returns the function that cancels it. */
  timeout(ms: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  interval(ms, task) {
    const id = setInterval(task, ms);
    return () => clearInterval(id);
  },
  timeout(ms, task) {
    const id = setTimeout(task, ms);
    return () => clearTimeout(id);
  },
};
