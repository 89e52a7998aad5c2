import type { RequestOf } from '@/lib/gateway';
import { call } from '@/lib/gateway';

/** Opens an account; the form shows failures itself. Gives the registration's number. */
export async function register(fields: RequestOf<'user/register'>): Promise<string> {
  const answer = await call('user/register', fields, { quiet: true });
  return answer.data.registrationID;
}

/** Confirms a registration by its mailed token. */
export async function confirmRegistration(token: string): Promise<void> {
  await call('user/register_confirm', { token }, { quiet: true });
}
