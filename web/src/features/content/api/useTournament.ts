import { useTournaments } from '@/lib/content';

/** As often as the server asks the platform for tournaments (calls.md §2): milliseconds. */
const every = 60_000;

/** One tournament with its leaderboard, asked again while one looks: points move. */
export function useTournament(id: number) {
  const state = useTournaments(every);
  return { ...state, tournament: state.data?.find((it) => it.id === id) };
}
