import type { components } from '@/contracts/staff';
import type { TagTone } from '../components/Values';

export type Me = components['schemas']['Me'];
export type Role = components['schemas']['Role'];
export type Roles = components['schemas']['Roles'];

/** The id for all brands. */
export const everyBrand = '*';

/** The roles that each role includes. */
const included: Record<Role, readonly Role[]> = {
  viewer: ['viewer'],
  support: ['viewer', 'support'],
  editor: ['viewer', 'editor'],
  'support+editor': ['viewer', 'support', 'editor'],
  admin: ['viewer', 'support', 'editor', 'admin'],
};
const includes = (role: Role | undefined, least: Role) =>
  role !== undefined && included[role].includes(least);

/** Reports whether an account has at least a role for a brand, or for all brands by default. */
export const may = (roles: Roles, least: Role, brand: string = everyBrand): boolean =>
  includes(roles[brand], least) || includes(roles[everyBrand], least);

/** Reports whether an account has at least a role for one brand or more. */
export const maySomewhere = (roles: Roles, least: Role): boolean =>
  Object.values(roles).some((role) => includes(role, least));

const isCompany = (account: string) => account.startsWith('oidc:');

/** Whether two accounts may belong to one person, as the server decides. */
export const maybeSamePerson = (a: string, b: string): boolean =>
  a.toLowerCase() === b.toLowerCase() || isCompany(a) !== isCompany(b);

export type AuditEntry = components['schemas']['AuditEntry'];

/** The tones for the outcomes of actions. */
export const auditTones = {
  begun: 'warning',
  done: 'positive',
  failed: 'negative',
  refused: 'negative',
} as const satisfies Record<AuditEntry['outcome'], TagTone>;

/** The filter fields in the page's address. */
export const auditFields = ['who', 'action', 'brand', 'from', 'until'] as const;
export type AuditFilter = Partial<Record<(typeof auditFields)[number], string>>;

/**
 * Returns the query of a filter without empty fields. The days `from` and `until` (yyyy-mm-dd)
 * become their first and last moment in the browser's time zone.
 */
export function auditQuery(filter: AuditFilter): AuditFilter {
  const query: AuditFilter = {};
  for (const field of ['who', 'action', 'brand'] as const) {
    if (filter[field]) query[field] = filter[field];
  }
  const { from, until } = filter;
  if (from) query.from = new Date(`${from}T00:00`).toISOString();
  if (until) {
    const end = new Date(`${until}T00:00`);
    end.setDate(end.getDate() + 1);
    query.until = end.toISOString();
  }
  return query;
}

/** Returns the address of the filtered log as a file. */
export const auditFile = (filter: AuditFilter, format: 'csv' | 'jsonl'): string => {
  const query = new URLSearchParams(Object.entries(auditQuery(filter))).toString();
  return `/staff/v1/audit.${format}${query && `?${query}`}`;
};
