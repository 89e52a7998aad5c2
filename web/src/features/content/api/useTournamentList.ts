import { useTournaments } from '@/lib/content/calls';
import { usePhases } from '@/lib/content/usePhases';

/** Returns the tournaments by phase (spec §4). */
export function useTournamentList() {
  const state = useTournaments();
  return { ...state, tournaments: usePhases(state.data) };
}
