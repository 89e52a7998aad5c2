import { useEffect, useState } from 'react';

/** The source of time, replaced in tests. Times are milliseconds since 1970. */
export interface Clock {
  now(): number;
  /** Runs `task` every `ms` milliseconds. Returns a function that stops it. */
  interval(ms: number, task: () => void): () => void;
  /** Runs `task` after `ms` milliseconds. Returns a function that cancels it. */
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

/** Returns the counted milliseconds of a step. Hidden pages run timers only once a minute. */
export const countedTime = (from: number, to: number): number =>
  Math.min(Math.max(to - from, 0), 70_000);

/** Returns the current time, milliseconds since 1970, and renders again every `intervalMs`. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const id = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(id);
  }, [intervalMs]);
  return now;
}
