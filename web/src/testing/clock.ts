import type { Clock } from '@/lib/clock';

interface Task {
  at: number;
  intervalMs?: number;
  run(): void;
}

/** A clock that only `advance` moves. */
export interface TestClock extends Clock {
  /** Advances the time by `ms` milliseconds and runs the due tasks in order. */
  advance(ms: number): void;
  /** Moves the time as on a sleeping device. Due tasks run with the next `advance`. */
  sleep(ms: number): void;
}

/** Creates a clock for tests. */
export function testClock(start = Date.UTC(2026, 0, 1)): TestClock {
  let now = start;
  let tasks: Task[] = [];
  const add = (task: Task) => {
    tasks.push(task);
    return () => {
      tasks = tasks.filter((item) => item !== task);
    };
  };
  return {
    now: () => now,
    interval: (ms, run) => add({ at: now + ms, intervalMs: ms, run }),
    timeout: (ms, run) => add({ at: now + ms, run }),
    sleep: (ms) => void (now += ms),
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const next = tasks.filter((task) => task.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = Math.max(now, next.at);
        if (next.intervalMs) next.at += next.intervalMs;
        else tasks = tasks.filter((task) => task !== next);
        next.run();
      }
      now = end;
    },
  };
}
