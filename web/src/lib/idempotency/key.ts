import { panelHeader, panelValue } from '@/contracts/constants';
import { gatewayHub } from '../gateway/site';

/**
 * Returns a UUID of version 7 (RFC 9562): the time `at`, milliseconds since 1970, followed by random bits, of which
 * `random` has 16 bytes.
 */
export function uuidv7(at: number, random = crypto.getRandomValues(new Uint8Array(16))): string {
  const bytes = Uint8Array.from(random);
  for (let i = 5, ms = Math.max(0, Math.floor(at)); i >= 0; i--, ms = Math.floor(ms / 256))
    bytes[i] = ms % 256;
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

/** The clocks of the device: `now` may be changed by its user, `elapsed` may stand still while it sleeps. */
interface DeviceClocks {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment. */
  elapsed(): number;
}

/** Estimates the server's clock by the Date headers of its responses. */
interface ServerClock {
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

/** The server's clock, by the latest response of the gateway. */
export const serverClock = createServerClock({
  now: () => Date.now(),
  elapsed: () => performance.now(),
});
gatewayHub.on('response', ({ date }) => serverClock.observe(date));

/** Any response of the server tells its time; this one is small and public. */
const path = '/v1/check-maintenance';

/**
 * Returns a new Idempotency-Key (calls.md §5). It contains the server's time, so that the server knows whether it may
 * have forgotten the key. The server refuses a key from the future; without its time, the key has the device's.
 */
export async function createIdempotencyKey(): Promise<string> {
  if (serverClock.now() === undefined) await askTime();
  return uuidv7(serverClock.now() ?? Date.now());
}

async function askTime(): Promise<void> {
  try {
    const response = await fetch(path, {
      cache: 'no-store',
      headers: { [panelHeader]: panelValue },
    });
    serverClock.observe(response.headers.get('Date') ?? '');
  } catch {
    // The payment will report that the server cannot be reached.
  }
}
