import { siteType } from '@/contracts/constants';
import { useUserCheckUserGa, useUserTwoAuthType } from '@/contracts/hooks/user';
import { call, isGatewayError } from '@/lib/gateway';
import { refresh } from '@/lib/swr';

/** Activates the new authenticator with one of its codes; resolves to false if the code is wrong. */
export const confirmAuthenticator = (code: string): Promise<boolean> =>
  isCodeAccepted(
    call('user/check_ga', { ga_code: code, SiteType: siteType }, { suppressToast: true }),
  );

/** Removes the authenticator with one of its codes; resolves to false if the code is wrong. */
export const removeAuthenticator = (code: string): Promise<boolean> =>
  isCodeAccepted(call('user/clear_generated_ga', { gacode: code }, { suppressToast: true }));

/** Verifies the SMS code; resolves to false if it is wrong. */
export const verifySmsCode = (code: string): Promise<boolean> =>
  isCodeAccepted(call('user/sms_validate', { code, SiteType: siteType }, { suppressToast: true }));

/** Returns the second factor of the player's logins; undefined until loaded. */
export function useSecondFactor() {
  const state = useUserTwoAuthType({ mode: 'get' });
  const { data } = state;
  const type = data && !Array.isArray(data) ? data.type : undefined;
  return { ...state, type };
}

/**
 * Reports whether an authenticator is set up; undefined until loaded. The call is refused if there is none
 * (calls.md §2).
 */
export function useAuthenticator() {
  const { response, error, reload } = useUserCheckUserGa();
  const notSetUp = isGatewayError(error, 'refused');
  return {
    enabled: notSetUp ? false : response && true,
    error: notSetUp ? undefined : error,
    reload,
  };
}

/** Revalidates the data that a change of the authenticator affects. */
export const refreshFactors = () => refresh('user/check_user_ga', 'user/two_auth_type');

/** Maps a wrong code to false; other failures are rethrown. */
async function isCodeAccepted(verification: Promise<unknown>): Promise<boolean> {
  try {
    await verification;
    return true;
  } catch (error) {
    if (isGatewayError(error, 'refused', 'invalid')) return false;
    throw error;
  }
}
