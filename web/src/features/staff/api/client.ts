/* eslint-disable no-restricted-globals -- the client of the staff API */
import createClient, { type FetchOptions } from 'openapi-fetch';
import type { PathsWithMethod } from 'openapi-typescript-helpers';
import useSWR, { mutate } from 'swr';
import { panelHeader, panelValue } from '@/contracts/constants';
import type { paths } from '@/contracts/staff';
import { currentLanguage } from '@/lib/i18n/language';
import { useAction } from '@/lib/swr/useAction';

type LogInAgain = () => Promise<boolean>;
let logInAgain: LogInAgain = () => Promise.resolve(false);

/** Sets the handler of an ended login. If it resolves to true, the client repeats the request. */
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
  // The other 401 responses reject the password or code in the request itself.
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

/** Awaits a request of the client. Resolves with its data and rejects with a StaffError. */
export async function dataOf<Data>(pending: Promise<Result<Data>>): Promise<Data> {
  const { data } = await answerOf(pending);
  return data;
}

/** Makes a change, then revalidates the data of paths that begin with one of `prefixes`. */
export async function change(pending: Promise<Result<unknown>>, prefixes: readonly string[]) {
  await dataOf(pending);
  void refreshStaff(...prefixes);
}

/** Works like dataOf, but also returns the response for its headers. */
async function answerOf<Data>(
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

/** A refused or failed request to the staff API. */
export class StaffError extends Error {
  override name = 'StaffError';

  constructor(
    message: string,
    /** The HTTP status, or 0 if the server was unreachable. */
    readonly status: number,
    /** The stable identifier of the refusal, such as `code required`, or '' if there is none. */
    readonly reason: string,
    /** The refused field. */
    readonly field?: string,
    readonly requestId?: string,
    /** The earliest time of a retry, in milliseconds since 1970. */
    readonly retryAt?: number,
  ) {
    super(message);
  }
}

/** Returns the error of a refusal. */
function errorOf(body: unknown, response: Response): StaffError {
  const { error = '', message = '', field } = refusalOf(body);
  const seconds = Number(response.headers.get('Retry-After'));
  return new StaffError(
    message,
    response.status,
    error,
    field,
    response.headers.get('X-Request-Id') ?? undefined,
    seconds > 0 ? Date.now() + seconds * 1000 : undefined,
  );
}

function refusalOf(body: unknown): { error?: string; message?: string; field?: string } {
  return typeof body === 'object' && body !== null ? body : {};
}

/** A readable path of the API. */
type ReadPath = PathsWithMethod<paths, 'get'>;
/** The key of a cached response. */
type StaffKey = readonly ['staff', ReadPath, unknown];

const isStaffKey = (key: unknown): key is StaffKey => Array.isArray(key) && key[0] === 'staff';

/** Revalidates the data of paths that begin with one of `prefixes`, by default all data. */
export const refreshStaff = (...prefixes: string[]): Promise<unknown> =>
  mutate(
    (key) =>
      isStaffKey(key) &&
      (prefixes.length === 0 || prefixes.some((prefix) => key[1].startsWith(prefix))),
  );

/** Changes the cached data of a path. */
export const patchStaff = <Data>(path: ReadPath, change: (data: Data) => Data): Promise<unknown> =>
  mutate(
    (key) => isStaffKey(key) && key[1] === path,
    (data: Data | undefined) => (data === undefined ? data : change(data)),
    { revalidate: false },
  );

/** Removes all cached responses. */
export const clearStaffCache = (): void =>
  void mutate(isStaffKey, undefined, { revalidate: false });

/** The response data of a path. */
type DataOf<P extends ReadPath> = paths[P]['get'] extends {
  responses: { 200: { content: { 'application/json': infer Data } } };
}
  ? Data
  : never;
type Params<P extends ReadPath> = FetchOptions<paths[P]['get']>['params'];

interface StaffReadOptions {
  /** The poll interval in milliseconds while the page is visible. */
  pollIntervalMs?: number;
  /** Keeps returning the previous data while another key loads. */
  keepPreviousData?: boolean;
}

/** The result of reading a path. */
export interface StaffRead<Data> {
  data: Data | undefined;
  error: StaffError | undefined;
  /** True until the first response or error. */
  loading: boolean;
  reload(): void;
}

/** Reads a path of the staff API through the SWR cache. Makes no request while `params` is null. */
export function useStaff<P extends ReadPath>(
  path: P,
  params: Params<P> | null = {} as Params<P>,
  { pollIntervalMs, keepPreviousData }: StaffReadOptions = {},
): StaffRead<DataOf<P>> {
  const key: StaffKey | null = params === null ? null : ['staff', path, params];
  const swr = useSWR<DataOf<P>, StaffError>(key, readStaff, {
    refreshInterval: pollIntervalMs,
    keepPreviousData,
    revalidateOnFocus: true,
    dedupingInterval: 0, // merges only equal reads that run at the same time
    shouldRetryOnError: false,
  });
  return {
    data: swr.data,
    error: swr.error,
    loading: swr.data === undefined && swr.error === undefined,
    reload: () => void swr.mutate(),
  };
}

function readStaff<Data>([, path, params]: StaffKey): Promise<Data> {
  // The types of the client need a literal path. useStaff has already checked path and parameters.
  const get = staff.GET as unknown as (
    path: string,
    init: { params: unknown },
  ) => Promise<{ data?: Data; error?: unknown; response: Response }>;
  return dataOf(get(path, { params }));
}

const isStaffError = (error: unknown) => error instanceof StaffError;

/** Wraps a change of the staff API: one run at a time, with busy state and last StaffError. */
export const useStaffAction = <Args extends unknown[], Result>(
  task: (...args: Args) => Promise<Result>,
) => useAction(task, isStaffError);
