import { pageSize, siteType } from '@/contracts/constants';
import type { TwoFactorType } from '@/contracts/types';
import { call, isGatewayError, type AnswerOf, type RequestOf } from '@/lib/gateway';
import { refresh, useCall, useCallPages } from '@/lib/swr';

const mine = { who: 'player' } as const;

/** Sets a new password by the old one; rejects with a GatewayError. The platform then ends every session. */
export const changePassword = (data: RequestOf<'user/pass_change'>) =>
  call('user/pass_change', data, { quiet: true });

/** Makes a fresh authenticator, in force once a code of it was right. */
export const generateAuthenticator = async (): Promise<AnswerOf<'user/user_generate_ga'>> =>
  (await call('user/user_generate_ga')).data;

/** Puts the fresh authenticator in force by a code of it; false when the code is wrong. */
export const confirmAuthenticator = (code: string): Promise<boolean> =>
  right(call('user/check_ga', { ga_code: code, SiteType: siteType }, { quiet: true }));

/** Removes the authenticator by a last code of it; false when the code is wrong. */
export const clearAuthenticator = (code: string): Promise<boolean> =>
  right(call('user/clear_generated_ga', { gacode: code }, { quiet: true }));

/** Sends a code to the profile's number. Resolves with how long it is good: seconds. */
export const sendSms = async (): Promise<number> => (await call('user/sms_send', {})).data.expires;

/** Checks the code that came by SMS; false when it is wrong. */
export const checkSms = (code: string): Promise<boolean> =>
  right(call('user/sms_validate', { code, SiteType: siteType }, { quiet: true }));

/** Chooses what a login asks for beside the password. */
export async function setFactor(type: TwoFactorType): Promise<void> {
  await call('user/two_auth_type', { mode: 'set', type });
  await refresh('user/two_auth_type');
}

/** What a login asks for beside the password; undefined until known. */
export function useFactor() {
  const state = useCall('user/two_auth_type', { mode: 'get' }, mine);
  const { data } = state;
  const type = data && !Array.isArray(data) ? data.type : undefined;
  return { ...state, type };
}

/** Whether an authenticator is set up; undefined until known. The call says no by a plain refusal (calls.md §2). */
export function useAuthenticator() {
  const { answer, error, reload } = useCall('user/check_user_ga', {}, mine);
  const none = isGatewayError(error, 'refused');
  return { on: none ? false : answer && true, error: none ? undefined : error, reload };
}

/** Reads again what a change of the authenticator has made old. */
export const refreshFactors = () => refresh('user/check_user_ga', 'user/two_auth_type');

/** The logins of the last seven days, appended page by page. */
export const useLoginHistory = () =>
  useCallPages('user/login_history', {}, { ...mine, limit: pageSize });

/** A wrong code is an answer, not a failure. */
async function right(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    if (isGatewayError(error, 'refused', 'invalid')) return false;
    throw error;
  }
}
