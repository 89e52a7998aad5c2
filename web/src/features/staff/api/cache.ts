import { mutate } from 'swr';
import type { PathsWithMethod } from 'openapi-typescript-helpers';
import type { paths } from '@/contracts/staff';

/** A path of the API that can be read. */
export type ReadPath = PathsWithMethod<paths, 'get'>;
/** The key of a cached answer. */
export type StaffKey = readonly ['staff', ReadPath, unknown];

const isStaffKey = (key: unknown): key is StaffKey => Array.isArray(key) && key[0] === 'staff';

/** Reads again what was read under paths that begin with one of `prefixes`, or all without any. */
export const refreshStaff = (...prefixes: string[]): Promise<unknown> =>
  mutate(
    (key) =>
      isStaffKey(key) &&
      (prefixes.length === 0 || prefixes.some((prefix) => key[1].startsWith(prefix))),
  );

/** Changes what was read under a path. */
export const patchStaff = <Data>(path: ReadPath, change: (data: Data) => Data): Promise<unknown> =>
  mutate(
    (key) => isStaffKey(key) && key[1] === path,
    (data: Data | undefined) => (data === undefined ? data : change(data)),
    { revalidate: false },
  );

/** Removes every cached answer. */
export const clearStaffCache = (): void =>
  void mutate(isStaffKey, undefined, { revalidate: false });
