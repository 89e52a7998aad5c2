import { inactivityLimitMs } from '@/contracts/constants';

/** Returns whether more than `limit` has passed since the last activity; false when that is unknown. Milliseconds. */
export const isInactive = (
  now: number,
  lastActivity: number | undefined,
  limit = inactivityLimitMs,
): boolean => lastActivity !== undefined && now - lastActivity > limit;

/** How long before the end of an inactive session the player is asked whether to stay: milliseconds. */
export const inactivityWarningMs = 120_000;

/** How long the focus of a game's frame counts as activity after the last sign of the player: milliseconds. */
export const frameFocusMs = 15 * 60_000;

/** An origin that no address names, against which paths are resolved. */
const anyOrigin = 'http://site.invalid';

/**
 * Returns where to go after login (spec §2): the stored path, or `home` when there is none, when it contains
 * "profile" or when it would leave the site. The path is read as browsers do, which drop tabs and line breaks,
 * take a backslash for a slash and resolve dot segments.
 */
export function resolveReturnUrl(stored: string | undefined, home: string): string {
  const url = stored?.startsWith('/') ? parseUrl(stored) : undefined;
  if (!url) return home;
  const path = url.pathname + url.search + url.hash;
  const stays = url.origin === anyOrigin && !path.startsWith('//');
  return stays && !containsProfile(path) ? path : home;
}

/** The router decodes paths and ignores their case: `/%70rofile` and `/Profile` are pages of the profile too. */
function containsProfile(path: string): boolean {
  const decoded = path.replace(/%[0-7][0-9a-f]/gi, decodeURIComponent);
  return decoded.toLowerCase().includes('profile');
}

/** Parses a path as browsers do; undefined when it is none. Browsers of 2022 have no URL.canParse. */
function parseUrl(path: string): URL | undefined {
  try {
    return new URL(path, anyOrigin);
  } catch {
    return undefined;
  }
}
