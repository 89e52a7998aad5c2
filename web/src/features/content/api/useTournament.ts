import type { RecordID } from '@/contracts/types';
import { useTournaments } from '@/lib/content/calls';

/** The lifetime of tournaments in the BFF's cache (calls.md §2). */
const pollIntervalMs = 60_000;

/** Returns a tournament with its leaderboard and polls it, since points change. */
export function useTournament(id: RecordID | undefined) {
  const state = useTournaments(pollIntervalMs);
  return { ...state, tournament: state.data?.find((it) => it.id === id) };
}
