import useSWR from 'swr';
import type { FetchOptions } from 'openapi-fetch';
import type { paths } from '@/contracts/staff';
import type { ReadPath, StaffKey } from './cache';
import { dataOf, staff } from './client';
import type { StaffError } from './error';

/** The data that a path answers with. */
export type DataOf<P extends ReadPath> = paths[P]['get'] extends {
  responses: { 200: { content: { 'application/json': infer Data } } };
}
  ? Data
  : never;
type Params<P extends ReadPath> = FetchOptions<paths[P]['get']>['params'];

export interface StaffReadOptions {
  /** Interval at which the path is read again while the page is visible: milliseconds. */
  pollIntervalMs?: number;
  /** Keep returning the previous data while another key loads. */
  keepPreviousData?: boolean;
}

/** What a page has of a path. */
export interface StaffRead<Data> {
  data: Data | undefined;
  error: StaffError | undefined;
  /** True until the first answer or error. */
  loading: boolean;
  reload(): void;
}

/** Reads a path of the staff API through the SWR cache; makes no request while `params` is null. */
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
    dedupingInterval: 0, // equal reads that are under way are one; later ones are not
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
  // The types of the client need a literal path; useStaff has checked path and parameters.
  const get = staff.GET as unknown as (
    path: string,
    init: { params: unknown },
  ) => Promise<{ data?: Data; error?: unknown; response: Response }>;
  return dataOf(get(path, { params }));
}
