import type { components } from '@/contracts/staff';
import type { Roles } from '../model/accounts';
import { refreshStaff, dataOf, staff } from './client';
import { updateMe } from './login';

export type Account = components['schemas']['Account'];
/** An invitation. The server returns its address only in this response. */
export interface Invitation {
  account: Account;
  url: string;
  until: string;
}

const of = (name: string) => ({ params: { path: { name } } });
const changed = () => void refreshStaff('/accounts', '/audit');

/** Invites a person with roles. */
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

/** Invalidates the password of an account and returns the link to set a new one. */
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

/** Unlocks an account after wrong passwords. */
export async function unlockAccount(name: string): Promise<void> {
  await dataOf(staff.POST('/accounts/{name}/unlock', of(name)));
  changed();
}

/** Creates an authenticator secret for the current account. It applies after its confirmation. */
export const beginAuthenticator = (password: string) =>
  dataOf(staff.POST('/me/authenticator', { body: { password } }));

/** Confirms the new authenticator with a code. */
export async function confirmAuthenticator(code: string): Promise<void> {
  updateMe(await dataOf(staff.POST('/me/authenticator/confirm', { body: { code } })));
  void refreshStaff('/me');
}

/** Removes the authenticator of the current account. */
export async function removeAuthenticator(code: string): Promise<void> {
  updateMe(await dataOf(staff.DELETE('/me/authenticator', { body: { code } })));
  void refreshStaff('/me');
}

/** Changes the password of the current account and ends its other logins. */
export async function changePassword(password: string, newPassword: string): Promise<void> {
  const body = { password, new_password: newPassword };
  updateMe(await dataOf(staff.POST('/me/password', { body })));
  void refreshStaff('/me');
}

/** Ends one login of the current account, or all `others`. */
export async function endLogin(id: string): Promise<void> {
  await dataOf(staff.DELETE('/me/logins/{id}', { params: { path: { id } } }));
  void refreshStaff('/me/logins');
}
