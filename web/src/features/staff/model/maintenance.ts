import type { components } from '@/contracts/staff';
import type { SitePart } from '@/contracts/types';
import { everyBrand } from './accounts';

export type Brand = components['schemas']['Brand'];
export type Maintenance = components['schemas']['Maintenance'];
export type MaintenanceWindow = components['schemas']['Window'];
/** What the badge of a brand shows: the state of its site, or that the breaker of a platform is forced. */
export type State = Maintenance['state'] | 'forced';
export type Texts = components['schemas']['Texts'];

/** The tone in which a state is shown. */
export const tones = {
  open: 'positive',
  scheduled: 'info',
  maintenance: 'negative',
  detected: 'warning',
  forced: 'warning',
} as const satisfies Record<State, string>;

/** The parts of a site that can be closed. */
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

/** What a switch or a window closes: parts, or the classes and calls that an earlier version has closed. */
interface Closes {
  parts?: readonly SitePart[];
  calls?: readonly string[];
}

/** Returns the names of what is closed; none for the whole site. */
export const closedBy = ({ parts = [], calls = [] }: Closes): readonly string[] =>
  [parts, calls].flat();

/** Returns the fields of a request that close what `names` names. The server refuses a request with both. */
export function closing(names: readonly string[]): Closes {
  const parts = siteParts.filter((part) => names.includes(part));
  const calls = names.filter((name) => parts.every((part) => part !== name));
  return { ...(parts.length > 0 && { parts }), ...(calls.length > 0 && { calls }) };
}

/** Returns whether a state holds for parts of a brand only. */
export const isPartial = (state: Closes): boolean => closedBy(state).length > 0;

/** Returns the state of a brand. A forced breaker counts where the site itself is open. */
export function stateOf({ maintenance: { state }, upstreams }: Brand): State {
  const open = state === 'open' || state === 'scheduled';
  return open && upstreams.some((upstream) => upstream.override !== 'auto') ? 'forced' : state;
}

/** Returns how many brands are in each state. */
export function countStates(brands: readonly Brand[]): Record<State, number> {
  const counts = { open: 0, scheduled: 0, maintenance: 0, detected: 0, forced: 0 };
  for (const brand of brands) counts[stateOf(brand)] += 1;
  return counts;
}

const urgency: readonly State[] = ['maintenance', 'detected', 'forced', 'scheduled', 'open'];

/** Sorts brands so that those that need attention come first. */
export const byUrgency = (brands: readonly Brand[]): Brand[] =>
  [...brands].sort(
    (a, b) => urgency.indexOf(stateOf(a)) - urgency.indexOf(stateOf(b)) || a.id.localeCompare(b.id),
  );

const startOf = (window: MaintenanceWindow) => (window.from ? Date.parse(window.from) : 0);

/** Returns the windows that are open or scheduled, in their order, and those that ended, the latest first. */
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

/** Returns whether a window holds for every brand. */
export const isForAll = (window: MaintenanceWindow): boolean => window.brand === everyBrand;

export type Upstream = Brand['upstreams'][number];
type Health = 'healthy' | 'troubled' | 'open' | 'forced-open' | 'forced-closed';

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
