import type { RequestOf } from '@/contracts/calls';
import { siteType } from '@/contracts/constants';
import { useUserCheckUserGa, useUserTwoAuthType } from '@/contracts/hooks/user';
import type { GeneratedAuthenticator } from '@/contracts/types';
import { isGatewayError } from '@/lib/gateway/error';
import { call } from '@/lib/gateway/site';
import { refresh } from '@/lib/swr/cache';

/** The second factors by their type on the wire: none, a code by SMS, the authenticator (calls.md §2). */
export const factorType = { none: 0, sms: 1, ga: 2 } as const;
export type FactorType = (typeof factorType)[keyof typeof factorType];

const quiet = { suppressToast: true };

/** Activates the new authenticator with one of its codes; resolves to false if the code is wrong. */
export const confirmAuthenticator = (code: string): Promise<boolean> =>
  isCodeAccepted(call('user/check_ga', { ga_code: code, SiteType: siteType }, quiet));

/** Removes the authenticator with one of its codes; resolves to false if the code is wrong. */
export const removeAuthenticator = (code: string): Promise<boolean> =>
  isCodeAccepted(call('user/clear_generated_ga', { gacode: code }, quiet));

/** Verifies the SMS code; resolves to false if it is wrong. */
export const verifySmsCode = (code: string): Promise<boolean> =>
  isCodeAccepted(call('user/sms_validate', { code, SiteType: siteType }, quiet));

/** Sends a code to the phone of the profile; resolves to its validity in seconds. */
export const sendSmsCode = async (): Promise<number> =>
  (await call('user/sms_send', {}, quiet)).data.expires;

/**
 * Sets the second factor of the next login, with a code of the one in force if there is one; resolves to false if the
 * code is wrong.
 */
export const setSecondFactor = (type: FactorType, code?: string): Promise<boolean> =>
  isCodeAccepted(call('user/two_auth_type', { mode: 'set', type, ...(code && { code }) }, quiet));

/** Changes the profile; rejects with the field `code` if it needs a code of the phone in force. */
export const saveProfile = (changes: RequestOf<'user/update_profile'>) =>
  call('user/update_profile', changes, quiet);

/** Changes the profile with a code of the phone in force; resolves to false if the code is wrong. */
export const confirmProfileChange = (
  changes: RequestOf<'user/update_profile'>,
  code: string,
): Promise<boolean> => isCodeAccepted(call('user/update_profile', { ...changes, code }, quiet));

/** Creates an authenticator, with a code of the second factor in force; undefined if the code is wrong. */
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

/** The fields of the requests that hold a code. */
const codeFields = ['code', 'ga_code', 'gacode'];

/** Maps a wrong code to false; other failures are rethrown, also the refusal of another field. */
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
