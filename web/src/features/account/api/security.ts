import type { RequestOf } from '@/contracts/calls';
import { siteType } from '@/contracts/constants';
import { useUserCheckUserGa, useUserTwoAuthType } from '@/contracts/hooks/user';
import type { GeneratedAuthenticator } from '@/contracts/types';
import { isGatewayError } from '@/lib/gateway/error';
import { call } from '@/lib/gateway/site';
import { refresh } from '@/lib/swr/cache';

/** The second factors by their type in requests: no factor, a code by SMS, or an authenticator. */
export const factorType = { none: 0, sms: 1, ga: 2 } as const;
export type FactorType = (typeof factorType)[keyof typeof factorType];

const quiet = { suppressToast: true };

/** Activates the new authenticator with one of its codes. Resolves to false for a wrong code. */
export const confirmAuthenticator = (code: string): Promise<boolean> =>
  isCodeAccepted(call('user/check_ga', { ga_code: code, SiteType: siteType }, quiet));

/** Removes the authenticator with one of its codes. Resolves to false for a wrong code. */
export const removeAuthenticator = (code: string): Promise<boolean> =>
  isCodeAccepted(call('user/clear_generated_ga', { gacode: code }, quiet));

/** Verifies the SMS code. Resolves to false for a wrong code. */
export const verifySmsCode = (code: string): Promise<boolean> =>
  isCodeAccepted(call('user/sms_validate', { code, SiteType: siteType }, quiet));

/** Sends a code to the phone of the profile and resolves to the validity of the code in seconds. */
export const sendSmsCode = async (): Promise<number> =>
  (await call('user/sms_send', {}, quiet)).data.expires;

/**
 * Sets the second factor of the next login, with a code of the active factor if there is one.
 * Resolves to false for a wrong code.
 */
export const setSecondFactor = (type: FactorType, code?: string): Promise<boolean> =>
  isCodeAccepted(call('user/two_auth_type', { mode: 'set', type, ...(code && { code }) }, quiet));

/** Changes the profile. Rejects with the field `code` if it needs a code of the current phone. */
export const saveProfile = (changes: RequestOf<'user/update_profile'>) =>
  call('user/update_profile', changes, quiet);

/** Changes the profile with a code of the current phone. Resolves to false for a wrong code. */
export const confirmProfileChange = (
  changes: RequestOf<'user/update_profile'>,
  code: string,
): Promise<boolean> => isCodeAccepted(call('user/update_profile', { ...changes, code }, quiet));

/**
 * Creates an authenticator, with a code of the active factor if there is one. Resolves to undefined
 * for a wrong code.
 */
export async function generateAuthenticator(
  code?: string,
): Promise<GeneratedAuthenticator | undefined> {
  let generated: GeneratedAuthenticator | undefined;
  await isCodeAccepted(
    call('user/user_generate_ga', code ? { code } : {}, quiet).then(({ data }) => {
      generated = data;
    }),
  );
  return generated;
}

/** Returns the second factor of the player's logins, or undefined until it is loaded. */
export function useSecondFactor() {
  const state = useUserTwoAuthType({ mode: 'get' });
  const { data } = state;
  const type = data && !Array.isArray(data) ? data.type : undefined;
  return { ...state, type };
}

/** Reports whether an authenticator is set up. Without one the platform refuses the call. */
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

/** The request fields that contain a code. */
const codeFields = ['code', 'ga_code', 'gacode'];

/** Maps a wrong code to false. Rethrows other failures, also the refusal of another field. */
async function isCodeAccepted(verification: Promise<unknown>): Promise<boolean> {
  try {
    await verification;
    return true;
  } catch (error) {
    const isRefused = isGatewayError(error, 'refused', 'invalid');
    if (isRefused && (error.field === undefined || codeFields.includes(error.field))) return false;
    throw error;
  }
}
