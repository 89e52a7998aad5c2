import { useEffect, useRef } from 'react';
import type { AnyGame } from '@/components/games/model/game';
import { recentGames } from '@/components/games/model/recentGames';
import { usePlayer } from '@/lib/session/useSession';

/** Adds a started game to the player's recent games, once for each start address. */
export function useAddToRecentGames(url: string | undefined, game: AnyGame | undefined): void {
  const username = usePlayer()?.profile.username;
  const addedUrl = useRef<string>(undefined);
  useEffect(() => {
    if (!url || !game || !username || addedUrl.current === url) return;
    addedUrl.current = url;
    recentGames.add(username, game);
  }, [url, game, username]);
}
