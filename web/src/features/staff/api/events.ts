import type { components } from '@/contracts/staff';
import { systemClock, type Clock } from '@/lib/clock';
import { openStream } from '@/lib/events/stream';
import { createStore } from '@/lib/store/store';
import { patchStaff, refreshStaff } from './client';

type Brand = components['schemas']['Brand'];
type Maintenance = components['schemas']['Maintenance'];

type Connection = 'connecting' | 'live' | 'lost';
export const connection = createStore<Connection>('connecting');

/** The paths to revalidate after each event, in addition to the inbox. */
const changed: Record<string, string[]> = {
  purge: ['/audit'],
  sessions: ['/sessions', '/players', '/audit'],
  breakers: ['/brands', '/audit'],
  payments: ['/payments', '/requests', '/audit'],
  limits: ['/players/{brand}/{uid}/limits', '/audit'],
  accounts: ['/accounts', '/tokens', '/me', '/audit'],
};

/** Writes new states into the cached brands and maintenance states. */
export function applyStates(states: readonly Maintenance[]): void {
  const of = (brand: string) => states.find((state) => state.brand === brand);
  void patchStaff<readonly Brand[]>('/brands', (brands) =>
    brands.map((brand) => ({ ...brand, maintenance: of(brand.id) ?? brand.maintenance })),
  );
  void patchStaff<Maintenance>('/maintenance/{brand}', (state) => of(state.brand) ?? state);
  void refreshStaff('/audit', '/inbox', '/maintenance/{brand}/bypass-links');
}

/**
 * Follows `/staff/v1/events` and revalidates everything after a gap. Returns a function that stops
 * it.
 */
export function followEvents(
  open: () => EventSource = () => new EventSource('/staff/v1/events'),
  clock: Clock = systemClock,
): () => void {
  const refreshes = Object.entries(changed).map(
    ([name, paths]) => [name, () => void refreshStaff('/inbox', ...paths)] as const,
  );
  const { stop } = openStream({
    open,
    clock,
    handlers: { ...Object.fromEntries(refreshes), maintenance: applyStates },
    onConnectionChange(connected) {
      if (!connected) return;
      if (connection.get() === 'lost') void refreshStaff();
      connection.set('live');
    },
    onFailure() {
      connection.set('lost');
      // An EventSource does not report the reason of a failure. This read detects an ended login.
      void refreshStaff('/me');
    },
  });
  return () => {
    stop();
    // The page misses all events from here on.
    connection.set('lost');
  };
}
