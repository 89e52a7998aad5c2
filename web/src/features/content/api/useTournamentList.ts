import { usePhases, useTournaments } from '@/lib/content';

/** Returns the tournaments by phase (spec §4). */
export function useTournamentList() {
  const state = useTournaments();
  return { ...state, tournaments: usePhases(state.data) };
}
