import { siteType } from '@/contracts/constants';
import { useUserCheckUserGa, useUserTwoAuthType } from '@/contracts/hooks/user';
import { call, isGatewayError } from '@/lib/gateway';
import { refresh } from '@/lib/swr';

/** Puts the fresh authenticator in force by a code of it; false when the code is wrong. */
export const confirmAuthenticator = (code: string): Promise<boolean> =>
  right(call('user/check_ga', { ga_code: code, SiteType: siteType }, { suppressToast: true }));

/** Removes the authenticator by a last code of it; false when the code is wrong. */
export const clearAuthenticator = (code: string): Promise<boolean> =>
  right(call('user/clear_generated_ga', { gacode: code }, { suppressToast: true }));

/** Checks the code that came by SMS; false when it is wrong. */
export const checkSms = (code: string): Promise<boolean> =>
  right(call('user/sms_validate', { code, SiteType: siteType }, { suppressToast: true }));

/** What a login asks for beside the password; undefined until known. */
export function useFactor() {
  const state = useUserTwoAuthType({ mode: 'get' });
  const { data } = state;
  const type = data && !Array.isArray(data) ? data.type : undefined;
  return { ...state, type };
}

/** Whether an authenticator is set up; undefined until known. The call says no by a plain refusal (calls.md §2). */
export function useAuthenticator() {
  const { response, error, reload } = useUserCheckUserGa();
  const none = isGatewayError(error, 'refused');
  return { on: none ? false : response && true, error: none ? undefined : error, reload };
}

/** Reads again what a change of the authenticator has made old. */
export const refreshFactors = () => refresh('user/check_user_ga', 'user/two_auth_type');

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
