import { systemClock, type Clock } from '@/lib/clock';
import { createStore } from '@/lib/store';
import type { components } from '@/contracts/staff';
import { patchStaff, refreshStaff } from './cache';

type Brand = components['schemas']['Brand'];
type Maintenance = components['schemas']['Maintenance'];

/** The state of the event stream. */
export type Connection = 'connecting' | 'live' | 'lost';
export const connection = createStore<Connection>('connecting');

const minRetryMs = 1000;
const maxRetryMs = 15_000;

/** The paths that are read again after each event; `maintenance` brings its data. */
const changed: Record<string, string[]> = {
  purge: ['/audit'],
  sessions: ['/sessions', '/players', '/audit'],
  breakers: ['/brands', '/audit'],
  payments: ['/payments', '/requests', '/audit'],
  limits: ['/players/{brand}/{uid}/limits', '/audit'],
  accounts: ['/accounts', '/me', '/audit'],
};

/** Puts new states into everything that shows them. */
export function applyStates(states: readonly Maintenance[]): void {
  const of = (brand: string) => states.find((it) => it.brand === brand);
  void patchStaff<readonly Brand[]>('/brands', (brands) =>
    brands.map((brand) => ({ ...brand, maintenance: of(brand.id) ?? brand.maintenance })),
  );
  void patchStaff<Maintenance>('/maintenance/{brand}', (state) => of(state.brand) ?? state);
  void refreshStaff('/audit', '/maintenance/{brand}/bypass-links');
}

/**
 * Follows `/staff/v1/events`. After a failure it reconnects with exponential backoff and reads everything again, since
 * events were missed. Returns the function that stops it.
 */
export function followEvents(
  open: () => EventSource = () => new EventSource('/staff/v1/events'),
  clock: Clock = systemClock,
): () => void {
  let source: EventSource | undefined;
  let cancelRetry: (() => void) | undefined;
  let retryMs = minRetryMs;

  const connect = () => {
    cancelRetry?.();
    source?.close();
    const current = open();
    source = current;
    current.onopen = () => {
      retryMs = minRetryMs;
      if (connection.get() === 'lost') void refreshStaff();
      connection.set('live');
    };
    current.addEventListener('maintenance', (event: MessageEvent<string>) =>
      applyStates(JSON.parse(event.data) as Maintenance[]),
    );
    for (const [name, paths] of Object.entries(changed)) {
      current.addEventListener(name, () => void refreshStaff(...paths));
    }
    current.onerror = () => {
      current.close();
      if (source !== current) return;
      connection.set('lost');
      cancelRetry = clock.timeout(retryMs, connect);
      retryMs = Math.min(retryMs * 2, maxRetryMs);
      // An EventSource does not say why it failed. Where the login has ended, this read says so.
      void refreshStaff('/me');
    };
  };
  const reconnectNow = () => {
    if (connection.get() === 'lost') connect();
  };

  connect();
  window.addEventListener('online', reconnectNow);
  return () => {
    window.removeEventListener('online', reconnectNow);
    cancelRetry?.();
    source?.close();
    source = undefined;
    // What happens from here on is missed.
    connection.set('lost');
  };
}
