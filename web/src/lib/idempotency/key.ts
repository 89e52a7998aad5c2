import { panelHeader, panelValue } from '@/contracts/constants';
import { gatewayHub } from '../gateway/site';
import { createServerClock } from './serverClock';
import { uuidv7 } from './uuid';

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
