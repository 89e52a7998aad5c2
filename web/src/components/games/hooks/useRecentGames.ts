import { useMemo, useSyncExternalStore } from 'react';
import { usePlayer } from '@/lib/session';
import type { AnyGame } from '../model/game';
import { recentGames } from '../model/recentGames';

/** Returns what the player has played last in this browser, newest first; empty for a guest. */
export function useRecentGames(): AnyGame[] {
  const username = usePlayer()?.profile.username;
  const text = useSyncExternalStore(recentGames.subscribe, () =>
    username ? recentGames.readText(username) : '[]',
  );
  return useMemo(() => recentGames.parse(text), [text]);
}
