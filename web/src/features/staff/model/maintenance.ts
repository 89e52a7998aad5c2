import type { components } from '@/contracts/staff';
import type { SitePart } from '@/contracts/types';
import { everyBrand } from './accounts';

export type Brand = components['schemas']['Brand'];
export type Maintenance = components['schemas']['Maintenance'];
export type MaintenanceWindow = components['schemas']['Window'];
/** The badge of a brand: the state of its site, or a forced circuit breaker. */
export type State = Maintenance['state'] | 'forced';
export type Texts = components['schemas']['Texts'];

/** The tones for the states of brands. */
export const tones = {
  open: 'positive',
  scheduled: 'info',
  maintenance: 'negative',
  detected: 'warning',
  forced: 'warning',
} as const satisfies Record<State, string>;

/** The parts of a site that staff can close. */
export const siteParts: readonly SitePart[] = [
  'deposits',
  'withdrawals',
  'slots',
  'live',
  'sport',
  'virtual',
  'registration',
  'login',
];

/** The scope of a switch or a window: parts, or the classes and calls of an earlier version. */
interface Closes {
  parts?: readonly SitePart[];
  calls?: readonly string[];
}

/** Returns the names of the closed parts and calls, or an empty list for the whole site. */
export const closedBy = ({ parts = [], calls = [] }: Closes): readonly string[] =>
  [parts, calls].flat();

/** Returns the request fields that close `names`. The server refuses parts with calls. */
export function closing(names: readonly string[]): Closes {
  const parts = siteParts.filter((part) => names.includes(part));
  const calls = names.filter((name) => parts.every((part) => part !== name));
  return { ...(parts.length > 0 && { parts }), ...(calls.length > 0 && { calls }) };
}

/** Reports whether a state applies only to parts of a brand. */
export const isPartial = (state: Closes): boolean => closedBy(state).length > 0;

/** Returns the state of a brand. A forced breaker counts if the site itself is open. */
export function stateOf({ maintenance: { state }, upstreams }: Brand): State {
  const open = state === 'open' || state === 'scheduled';
  return open && upstreams.some((upstream) => upstream.override !== 'auto') ? 'forced' : state;
}

/** Returns the number of brands in each state. */
export function countStates(brands: readonly Brand[]): Record<State, number> {
  const counts = { open: 0, scheduled: 0, maintenance: 0, detected: 0, forced: 0 };
  for (const brand of brands) counts[stateOf(brand)] += 1;
  return counts;
}

const urgency: readonly State[] = ['maintenance', 'detected', 'forced', 'scheduled', 'open'];

/** Returns the brands by urgency, the most urgent first. */
export const byUrgency = (brands: readonly Brand[]): Brand[] =>
  [...brands].sort(
    (a, b) => urgency.indexOf(stateOf(a)) - urgency.indexOf(stateOf(b)) || a.id.localeCompare(b.id),
  );

const startOf = (window: MaintenanceWindow) => (window.from ? Date.parse(window.from) : 0);

/** Returns the open and scheduled windows in order, and the ended windows with the latest first. */
export function splitWindows(windows: readonly MaintenanceWindow[]): {
  current: MaintenanceWindow[];
  ended: MaintenanceWindow[];
} {
  const endOf = (item: MaintenanceWindow) => Date.parse(item.ended?.at ?? item.until ?? '') || 0;
  return {
    current: windows
      .filter((window) => window.state !== 'ended')
      .sort(
        (a, b) =>
          Number(a.state !== 'open') - Number(b.state !== 'open') || startOf(a) - startOf(b),
      ),
    ended: windows.filter((window) => window.state === 'ended').sort((a, b) => endOf(b) - endOf(a)),
  };
}

/** Reports whether a window applies to every brand. */
export const isForAll = (window: MaintenanceWindow): boolean => window.brand === everyBrand;

export type Upstream = Brand['upstreams'][number];
type Health = 'healthy' | 'troubled' | 'open' | 'forced-open' | 'forced-closed';

/** Returns the health of an upstream: its override, or the worst state of its circuits. */
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
