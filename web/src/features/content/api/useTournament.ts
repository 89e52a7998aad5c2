import { useTournaments } from '@/lib/content';

/** The BFF caches tournaments for as long (calls.md §2), in milliseconds. */
const every = 60_000;

/** Returns a tournament with its leaderboard and polls it, since points change. */
export function useTournament(id: number) {
  const state = useTournaments(every);
  return { ...state, tournament: state.data?.find((it) => it.id === id) };
}
