import { inactivityLimitMs } from '@/contracts/constants';

/** Returns whether more than `limit` has passed since the last activity; false when that is unknown. Milliseconds. */
export const isInactive = (
  now: number,
  lastActivity: number | undefined,
  limit = inactivityLimitMs,
): boolean => lastActivity !== undefined && now - lastActivity > limit;

/**
 * Returns where to go after login (spec §2): the stored path, or `home` when there is none, when it contains
 * "profile" or when it would leave the site.
 */
export function resolveReturnUrl(stored: string | undefined, home: string): string {
  const local = stored !== undefined && /^\/(?![/\\])/.test(stored);
  return local && !stored.includes('profile') ? stored : home;
}
