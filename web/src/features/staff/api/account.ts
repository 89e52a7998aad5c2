import { refreshStaff } from './cache';
import { dataOf, staff } from './client';
import { updateMe } from './login';

/** Makes an authenticator secret of one's own account; it holds once it is confirmed. */
export const beginAuthenticator = (password: string) =>
  dataOf(staff.POST('/me/authenticator', { body: { password } }));

/** Confirms the new authenticator with a code. */
export async function confirmAuthenticator(code: string): Promise<void> {
  updateMe(await dataOf(staff.POST('/me/authenticator/confirm', { body: { code } })));
  void refreshStaff('/me');
}

/** Removes one's authenticator. */
export async function removeAuthenticator(code: string): Promise<void> {
  updateMe(await dataOf(staff.DELETE('/me/authenticator', { body: { code } })));
  void refreshStaff('/me');
}

/** Changes one's password; the other logins end. */
export async function changePassword(password: string, newPassword: string): Promise<void> {
  const body = { password, new_password: newPassword };
  updateMe(await dataOf(staff.POST('/me/password', { body })));
  void refreshStaff('/me');
}

/** Ends one of one's logins, or all `others`. */
export async function endLogin(id: string): Promise<void> {
  await dataOf(staff.DELETE('/me/logins/{id}', { params: { path: { id } } }));
  void refreshStaff('/me/logins');
}
