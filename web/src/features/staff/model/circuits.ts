import type { Brand } from './maintenance';

export type Upstream = Brand['upstreams'][number];
export type Health = 'healthy' | 'troubled' | 'open' | 'forced-open' | 'forced-closed';

/** Returns the health of an upstream: an override, or the worst state of its circuits. */
export function healthOf({ override, circuits }: Upstream): Health {
  if (override === 'open') return 'forced-open';
  if (override === 'close') return 'forced-closed';
  if (circuits.some((circuit) => circuit.state === 'open')) return 'open';
  if (circuits.some((circuit) => circuit.state === 'half-open')) return 'troubled';
  return 'healthy';
}

export const healthTones = {
  healthy: 'positive',
  troubled: 'warning',
  open: 'negative',
  'forced-open': 'negative',
  'forced-closed': 'warning',
} as const satisfies Record<Health, string>;
