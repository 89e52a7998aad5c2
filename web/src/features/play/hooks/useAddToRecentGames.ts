import { useEffect, useRef } from 'react';
import { recentGames, type AnyGame } from '@/components/games/model';
import { usePlayer } from '@/lib/session';

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
