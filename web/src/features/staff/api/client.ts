/* eslint-disable no-restricted-globals -- the client of the staff API */
import createClient from 'openapi-fetch';
import { panelHeader, panelValue } from '@/contracts/constants';
import type { paths } from '@/contracts/staff';
import { currentLanguage } from '@/lib/i18n/language';
import { errorOf, StaffError } from './error';

type LogInAgain = () => Promise<boolean>;
let logInAgain: LogInAgain = () => Promise.resolve(false);

/**
 * Sets what happens when the server answers that the login has ended: `task` resolves with true when the same account
 * has logged in again, and the request is then repeated.
 */
export const onLoginEnded = (task: LogInAgain): void => {
  logInAgain = task;
};

async function send(request: Request): Promise<Response> {
  request.headers.set(panelHeader, panelValue);
  request.headers.set('Accept-Language', currentLanguage());
  const repeat = request.clone();
  const response = await fetch(request);
  if (response.status !== 401) return response;
  const { error } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { error?: string };
  // The other 401 answers are about the password or code that the request itself contains.
  const ended = error !== 'wrong login' && error !== 'code required';
  return ended && (await logInAgain()) ? fetch(repeat) : response;
}

/** The client of the staff API (contracts/staff.yaml). */
export const staff = createClient<paths>({ baseUrl: `${location.origin}/staff/v1`, fetch: send });

interface Result<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Awaits a request of the client; resolves with its data and rejects with a StaffError. */
export async function dataOf<Data>(pending: Promise<Result<Data>>): Promise<Data> {
  const { data } = await answerOf(pending);
  return data;
}

/** As dataOf, with the response for its headers. */
export async function answerOf<Data>(
  pending: Promise<Result<Data>>,
): Promise<{ data: Data; response: Response }> {
  let result: Result<Data>;
  try {
    result = await pending;
  } catch {
    throw new StaffError('', 0, 'offline');
  }
  const { data, error, response } = result;
  if (!response.ok) throw errorOf(error, response);
  return { data: data as Data, response };
}
