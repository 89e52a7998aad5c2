import { inactivityLimitMs } from '@/contracts/constants';

/** Returns whether more than `limit` has passed since the last activity; false when that is unknown. Milliseconds. */
export const isInactive = (
  now: number,
  lastActivity: number | undefined,
  limit = inactivityLimitMs,
): boolean => lastActivity !== undefined && now - lastActivity > limit;

/** An origin that no address names, against which paths are resolved. */
const anyOrigin = 'http://site.invalid';

/**
 * Returns where to go after login (spec §2): the stored path, or `home` when there is none, when it contains
 * "profile" or when it would leave the site. The path is read as browsers do, which drop tabs and line breaks,
 * take a backslash for a slash and resolve dot segments.
 */
export function resolveReturnUrl(stored: string | undefined, home: string): string {
  if (!stored?.startsWith('/') || !URL.canParse(stored, anyOrigin)) return home;
  const { origin, pathname, search, hash } = new URL(stored, anyOrigin);
  const path = pathname + search + hash;
  return origin === anyOrigin && !path.startsWith('//') && !containsProfile(path) ? path : home;
}

/** The router decodes paths and ignores their case: `/%70rofile` and `/Profile` are pages of the profile too. */
function containsProfile(path: string): boolean {
  const decoded = path.replace(/%[0-7][0-9a-f]/gi, decodeURIComponent);
  return decoded.toLowerCase().includes('profile');
}
