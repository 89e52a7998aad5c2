import type { components } from '@/contracts/staff';
import type { Roles } from '../model/rights';
import { refreshStaff } from './cache';
import { dataOf, staff } from './client';

/** A staff account. */
export type Account = components['schemas']['Account'];
/** An invitation; its address is shown once. */
export interface Invitation {
  account: Account;
  url: string;
  until: string;
}

const of = (name: string) => ({ params: { path: { name } } });
const changed = () => void refreshStaff('/accounts', '/audit');

/** Invites somebody with roles. */
export async function inviteAccount(name: string, roles: Roles): Promise<Invitation> {
  const made = await dataOf(staff.POST('/accounts', { body: { name, roles } }));
  changed();
  return made;
}

/** Changes the roles of an account, disables or enables it. */
export async function changeAccount(
  name: string,
  body: { roles?: Roles; disabled?: boolean },
): Promise<void> {
  await dataOf(staff.PATCH('/accounts/{name}', { ...of(name), body }));
  changed();
}

/** Makes the password of an account useless. Returns the link for a new one. */
export async function resetPassword(name: string): Promise<Invitation> {
  const made = await dataOf(staff.POST('/accounts/{name}/reset-password', of(name)));
  changed();
  return made;
}

/** Removes the authenticator of an account and ends its logins. */
export async function resetAuthenticator(name: string): Promise<void> {
  await dataOf(staff.POST('/accounts/{name}/reset-authenticator', of(name)));
  changed();
}

/** Lifts the lock-out of an account after wrong passwords. */
export async function unlockAccount(name: string): Promise<void> {
  await dataOf(staff.POST('/accounts/{name}/unlock', of(name)));
  changed();
}
