import { call } from '@/lib/gateway';

/** Has the way back in mailed; the answer is the same for unknown addresses. */
export async function requestReset(email: string): Promise<void> {
  await call('user/forgot', { email }, { quiet: true });
}

/** Sets a new password by the mailed token. */
export async function resetPassword(
  token: string,
  password: string,
  password_confirm: string,
): Promise<void> {
  await call('user/pass_reset', { token, password, password_confirm }, { quiet: true });
}
