import type { Clock } from '@/lib/clock';

interface Task {
  at: number;
  every?: number;
  run(): void;
}

/** A clock that moves only when told to. */
export interface TestClock extends Clock {
  /** Moves on, running what falls due in its order. Milliseconds. */
  advance(ms: number): void;
}

export function testClock(start = Date.UTC(2026, 0, 1)): TestClock {
  let now = start;
  let tasks: Task[] = [];
  const add = (task: Task) => {
    tasks.push(task);
    return () => {
      tasks = tasks.filter((it) => it !== task);
    };
  };
  return {
    now: () => now,
    interval: (ms, run) => add({ at: now + ms, every: ms, run }),
    timeout: (ms, run) => add({ at: now + ms, run }),
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const next = tasks.filter((it) => it.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = Math.max(now, next.at);
        if (next.every) next.at += next.every;
        else tasks = tasks.filter((it) => it !== next);
        next.run();
      }
      now = end;
    },
  };
}
