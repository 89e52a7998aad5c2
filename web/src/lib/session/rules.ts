import { inactivityLimitMs } from '@/contracts/constants';

/** Whether more than the limit has passed since the player was last seen; unknown is not inactive. */
export const isInactive = (
  now: number,
  seen: number | undefined,
  limit = inactivityLimitMs,
): boolean => seen !== undefined && now - seen > limit;

/**
 * Where to go after login (spec §2): the kept address, or `home` when there is none or it leads to the
 * profile. An address that would leave the site counts as none.
 */
export function resolveReturnUrl(kept: string | undefined, home: string): string {
  const local = kept !== undefined && /^\/(?![/\\])/.test(kept);
  return local && !kept.includes('profile') ? kept : home;
}
