/** Time as the code sees it, so that tests can wind it. Times are milliseconds since 1970. */
export interface Clock {
  now(): number;
  /** Runs `task` every `ms`; the answer stops it. */
  interval(ms: number, task: () => void): () => void;
  /** Runs `task` once after `ms`; the answer cancels it. */
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
