import { siteType, tournamentPageSize } from '@/contracts/constants';
import {
  useCmscontrollerGetPromotions,
  useCmscontrollerGetTournaments,
} from '@/contracts/hooks/cmscontroller';
import type { LeaderboardRow } from '@/contracts/types';

/** Returns every promotion of the brand. `Status` and the dates determine the active ones. */
export const usePromotions = () =>
  useCmscontrollerGetPromotions({ SiteType: siteType }, { fromBootstrap: true });

/** Returns the brand's tournaments with their leaderboards. `pollIntervalMs` enables polling. */
export const useTournaments = (pollIntervalMs?: number) =>
  useCmscontrollerGetTournaments(
    { SiteType: siteType, limit: tournamentPageSize, offset: 0 },
    { pollIntervalMs, fromBootstrap: true },
  );

/** The characters that platforms mask names with. */
const mask = /[*•…]+/;

/** The fewest visible characters that identify a player by a masked name. */
const minVisible = 2;

/**
 * Returns the row of a player. Leaderboards are public and contain masked names (`de***mo`). A
 * masked name is the player's only if no other row matches it.
 */
export function ownRow(
  rows: readonly LeaderboardRow[],
  username: string | undefined,
): LeaderboardRow | undefined {
  if (!username) return undefined;
  const matching = rows.filter(({ player }) => matches(player, username));
  return matching.length === 1 ? matching[0] : undefined;
}

function matches(shown: string, username: string): boolean {
  if (shown === username) return true;
  const [start = '', end, ...rest] = shown.split(mask);
  if (end === undefined || rest.length > 0 || start.length + end.length < minVisible) return false;
  return (
    username.length >= start.length + end.length &&
    username.startsWith(start) &&
    username.endsWith(end)
  );
}
