import type { components } from '@/contracts/staff';
import type { Roles } from '../model/accounts';
import { change, dataOf, refreshStaff, staff } from './client';
import { updateMe } from './login';

export type Account = components['schemas']['Account'];
/** An invitation. The server returns its address only in this response. */
export interface Invitation {
  account: Account;
  url: string;
  until: string;
}

type Token = components['schemas']['Token'];
export type TokenScope = Token['scopes'][number];

const of = (name: string) => ({ params: { path: { name } } });
const onAccounts = ['/accounts', '/audit'];
const onTokens = ['/tokens', '/audit'];

/** Invites a person with roles. */
export async function inviteAccount(name: string, roles: Roles): Promise<Invitation> {
  const made = await dataOf(staff.POST('/accounts', { body: { name, roles } }));
  void refreshStaff(...onAccounts);
  return made;
}

/** Changes the roles of an account, disables or enables it. */
export const changeAccount = (name: string, body: { roles?: Roles; disabled?: boolean }) =>
  change(staff.PATCH('/accounts/{name}', { ...of(name), body }), onAccounts);

/** Invalidates the password of an account and returns the link to set a new one. */
export async function resetPassword(name: string): Promise<Invitation> {
  const made = await dataOf(staff.POST('/accounts/{name}/reset-password', of(name)));
  void refreshStaff(...onAccounts);
  return made;
}

/** Removes the authenticator of an account and ends its logins. */
export const resetAuthenticator = (name: string) =>
  change(staff.POST('/accounts/{name}/reset-authenticator', of(name)), onAccounts);

/** Unlocks an account after wrong passwords. */
export const unlockAccount = (name: string) =>
  change(staff.POST('/accounts/{name}/unlock', of(name)), onAccounts);

/** Creates a machine account and returns its secret, which no other response contains. */
export async function createToken(body: Token): Promise<string | undefined> {
  const { secret } = await dataOf(staff.POST('/tokens', { body }));
  void refreshStaff(...onTokens);
  return secret;
}

/** Revokes the token of a machine account. */
export const revokeToken = (name: string) =>
  change(staff.DELETE('/tokens/{name}', of(name)), onTokens);

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
export const endLogin = (id: string) =>
  change(staff.DELETE('/me/logins/{id}', { params: { path: { id } } }), ['/me/logins']);
