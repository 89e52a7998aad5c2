import { inactivityLimitMs } from '@/contracts/constants';

/** Returns whether more than `limit` ms have passed since the last activity, if that is known. */
export const isInactive = (
  now: number,
  lastActivity: number | undefined,
  limit = inactivityLimitMs,
): boolean => lastActivity !== undefined && now - lastActivity > limit;

/** The time between the inactivity warning and the end of the session in milliseconds. */
export const inactivityWarningMs = 120_000;

/** How long a focused game frame counts as activity after the last other activity: milliseconds. */
export const frameFocusMs = 15 * 60_000;

/** An origin that no address contains, to resolve paths. */
const anyOrigin = 'http://site.invalid';

/**
 * Returns the path to open after a login. This is the stored path, or `home` if the stored path is
 * missing, contains "profile" or would leave the site. The path is parsed as browsers do, which
 * drop tabs and line breaks, treat a backslash as a slash and resolve dot segments.
 */
export function resolveReturnUrl(stored: string | undefined, home: string): string {
  const url = stored?.startsWith('/') ? parseUrl(stored) : undefined;
  if (!url) return home;
  const path = url.pathname + url.search + url.hash;
  const stays = url.origin === anyOrigin && !path.startsWith('//');
  return stays && !containsProfile(path) ? path : home;
}

/** The router decodes paths and ignores case, so `/%70rofile` and `/Profile` are profile pages. */
function containsProfile(path: string): boolean {
  const decoded = path.replace(/%[0-7][0-9a-f]/gi, decodeURIComponent);
  return decoded.toLowerCase().includes('profile');
}

/** Parses a path as browsers do, or returns undefined. Browsers of 2022 have no URL.canParse. */
function parseUrl(path: string): URL | undefined {
  try {
    return new URL(path, anyOrigin);
  } catch {
    return undefined;
  }
}
