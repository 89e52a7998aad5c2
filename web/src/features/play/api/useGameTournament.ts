import type { GameRequest } from '@/components/games/model/runningGame';
import type { Tournament } from '@/contracts/types';
import { useTournaments } from '@/lib/content/calls';
import { usePhases } from '@/lib/content/usePhases';

/** The lifetime of tournaments in the BFF's cache (calls.md §2). */
const pollIntervalMs = 60_000;

/** Returns the active tournament in which a slot takes part, and polls its leaderboard; the one that ends first. */
export function useGameTournament({ kind, id, demo }: GameRequest): Tournament | undefined {
  const phases = usePhases(useTournaments(pollIntervalMs).data);
  if (kind !== 'slot' || demo) return undefined;
  return phases?.active.find(({ gameIDs }) => gameIDs.includes(id));
}
