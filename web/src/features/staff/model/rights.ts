import type { components } from '@/contracts/staff';

export type Me = components['schemas']['Me'];
export type Role = components['schemas']['Role'];
export type Roles = components['schemas']['Roles'];

/** The id that stands for all brands. */
export const everyBrand = '*';

const order: readonly Role[] = ['viewer', 'support', 'admin'];
const rank = (role: Role | undefined) => (role ? order.indexOf(role) : -1);

/** Returns the role of an account for a brand: the higher of that for the brand and that for all brands. */
export function roleFor(roles: Roles, brand: string): Role | undefined {
  const all = roles[everyBrand];
  const own = roles[brand];
  return rank(own) > rank(all) ? own : all;
}

/** Returns whether an account has at least a role: for a brand, or for all brands where none is named. */
export const may = (roles: Roles, least: Role, brand: string = everyBrand): boolean =>
  rank(roleFor(roles, brand)) >= rank(least);

/** Returns whether an account has at least a role for one brand or more. */
export const maySomewhere = (roles: Roles, least: Role): boolean =>
  Object.values(roles).some((role) => rank(role) >= rank(least));
