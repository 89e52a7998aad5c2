import type { components } from '@/contracts/staff';
import { systemClock, type Clock } from '@/lib/clock';
import { openStream } from '@/lib/events/stream';
import { createStore } from '@/lib/store/store';
import { patchStaff, refreshStaff } from './client';

type Brand = components['schemas']['Brand'];
type Maintenance = components['schemas']['Maintenance'];

/** The state of the event stream. */
type Connection = 'connecting' | 'live' | 'lost';
export const connection = createStore<Connection>('connecting');

/** The paths that are read again after each event, with the inbox; `maintenance` brings its data. */
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
  const of = (brand: string) => states.find((state) => state.brand === brand);
  void patchStaff<readonly Brand[]>('/brands', (brands) =>
    brands.map((brand) => ({ ...brand, maintenance: of(brand.id) ?? brand.maintenance })),
  );
  void patchStaff<Maintenance>('/maintenance/{brand}', (state) => of(state.brand) ?? state);
  void refreshStaff('/audit', '/inbox', '/maintenance/{brand}/bypass-links');
}

/**
 * Follows `/staff/v1/events`. After a failure it reconnects and reads everything again, since events were missed.
 * Returns the function that stops it.
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
      // An EventSource does not say why it failed. Where the login has ended, this read says so.
      void refreshStaff('/me');
    },
  });
  return () => {
    stop();
    // What happens from here on is missed.
    connection.set('lost');
  };
}
