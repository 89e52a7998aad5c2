import type { components } from '@/contracts/staff';

export type Schemas = components['schemas'];

/** An account with the role for all brands. */
export const me = (role: Schemas['Role'] = 'support', over: Partial<Schemas['Me']> = {}) =>
  ({
    name: role === 'admin' ? 'yonetici' : 'destek',
    roles: { '*': role },
    authenticator: false,
    setup: false,
    ...over,
  }) satisfies Schemas['Me'];

/** The state of a brand that is open. */
export const openState = (brand: string, over: Partial<Schemas['Maintenance']> = {}) =>
  ({ brand, state: 'open', switches: [], windows: [], ...over }) satisfies Schemas['Maintenance'];

/** A brand with one upstream. */
export function brand(id: string, state: Partial<Schemas['Maintenance']> = {}): Schemas['Brand'] {
  const name = id.charAt(0).toUpperCase() + id.slice(1);
  const circuit = {
    brand: id,
    upstream: 'platform',
    class: 'casino',
    state: 'closed',
    override: 'auto',
    calls: 120,
    failures: 0,
    active: 1,
    waiting: 0,
  } as const;
  return {
    id,
    name,
    hosts: [`${id}.localhost`],
    languages: ['tr', 'en'],
    maintenance: openState(id, state),
    upstreams: [{ name: 'platform', override: 'auto', circuits: [circuit] }],
  };
}

/** A window that is open for an hour. */
export const openWindow = (over: Partial<Schemas['Window']> = {}): Schemas['Window'] => ({
  id: 'w1',
  version: 1,
  brand: 'marmara',
  from: new Date(Date.now() - 600_000).toISOString(),
  until: new Date(Date.now() + 3_600_000).toISOString(),
  by: 'destek',
  created: new Date(Date.now() - 900_000).toISOString(),
  state: 'open',
  ...over,
});

/** A player without sessions. */
export const playerDetail: Schemas['PlayerDetail'] = {
  brand: 'marmara',
  uid: '7',
  username: 'demo',
  sessions: [],
  devices: [],
  requests: [],
  money: [],
};

/** The limits of a player who has set none. */
export const playerLimits: Schemas['PlayerLimits'] = {
  currency: 'TRY',
  kinds: ['deposit', 'session_time'],
  limits: [],
  reality_check_minutes: 60,
  history: [],
  proposals: [],
};
