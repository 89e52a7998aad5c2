/** The clocks of the device: `now` may be changed by its user, `elapsed` may stand still while it sleeps. */
export interface DeviceClocks {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment. */
  elapsed(): number;
}

/** Estimates the server's clock by the Date headers of its responses. */
export interface ServerClock {
  /** Reads the Date header of a response that has just arrived; ignores an invalid one. */
  observe(date: string): void;
  /**
   * Returns the server's time, milliseconds since 1970. It is never ahead, and behind by the rounding of the header
   * and the way of the response. Undefined when the last response is old, or the device has slept or its clock was
   * changed since.
   */
  now(): number | undefined;
}

/** How long a response is used: clocks drift apart by less than 0.1 s in this time. */
const maxAgeMs = 10 * 60_000;

/** A larger difference between the two clocks of the device means sleep or a changed clock. */
const maxDriftMs = 500;

/** Creates a clock without a response. */
export function createServerClock({ now, elapsed }: DeviceClocks): ServerClock {
  let last: { server: number; now: number; elapsed: number } | undefined;
  return {
    observe(date) {
      const server = Date.parse(date);
      if (!Number.isNaN(server)) last = { server, now: now(), elapsed: elapsed() };
    },
    now() {
      if (!last) return undefined;
      const age = now() - last.now;
      const drift = Math.abs(age - (elapsed() - last.elapsed));
      return age < 0 || age > maxAgeMs || drift > maxDriftMs ? undefined : last.server + age;
    },
  };
}
