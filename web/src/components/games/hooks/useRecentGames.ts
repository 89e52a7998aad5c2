import { usePlayer } from '@/lib/session/useSession';
import { useStore } from '@/lib/store/useStore';
import type { AnyGame } from '../model/game';
import { recentGames } from '../model/recentGames';

/** Returns what the player has played last in this browser, newest first; empty for a guest. */
export function useRecentGames(): readonly AnyGame[] {
  const username = usePlayer()?.profile.username;
  return useStore({ get: () => recentGames.get(username), subscribe: recentGames.subscribe });
}
