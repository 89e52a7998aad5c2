import { panelHeader, panelValue } from '@/contracts/constants';
import { gatewayHub } from '../gateway/site';

/**
 * Returns a UUID of version 7 (RFC 9562) with the time `at`, in milliseconds since 1970, and random
 * bits. `random` has 16 bytes.
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

/** The device's clocks. The user may change `now`, and `elapsed` may stop during sleep. */
interface DeviceClocks {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since an arbitrary moment. */
  elapsed(): number;
}

/** Estimates the server's clock from the Date headers of its responses. */
interface ServerClock {
  /** Reads the Date header of a new response. Ignores an invalid header. */
  observe(date: string): void;
  /**
   * Returns the server's time in milliseconds since 1970. It is never ahead, and lags by the
   * header's rounding and the network delay. It is undefined if the last response is old, or the
   * device slept or its clock was changed since.
   */
  now(): number | undefined;
}

/** The longest use of a response. Clocks drift apart by less than 0.1 s in this time. */
const maxAgeMs = 10 * 60_000;

/** A larger difference between the device's clocks means sleep or a changed clock. */
const maxDriftMs = 500;

/** Creates a clock that has seen no response. */
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

/** The server's clock, from the latest response of the gateway. */
export const serverClock = createServerClock({
  now: () => Date.now(),
  elapsed: () => performance.now(),
});
gatewayHub.on('response', ({ date }) => serverClock.observe(date));

/** Any response of the server contains its time. This one is small and public. */
const path = '/v1/check-maintenance';

/**
 * Returns a new idempotency key with the server's time, which shows the server whether it may have
 * forgotten the key. If the server's time is unknown, the key has the device's time.
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
    // The payment itself will report that the server is not reachable.
  }
}
