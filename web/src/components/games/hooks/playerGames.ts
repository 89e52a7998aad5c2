import { useState } from 'react';
import type { TileFavorite } from '@/components/ui/Tile/Tile';
import type { RecordID } from '@/contracts/types';
import { supports } from '@/lib/bootstrap/bootstrap';
import type { Favorites } from '@/lib/player/useFavorites';
import { usePlayer } from '@/lib/session/useSession';
import { useStore } from '@/lib/store/store';
import type { AnyGame } from '../model/game';
import { recentGames } from '../model/runningGame';

/** Returns the last games of the player in this browser, newest first. A guest has none. */
export function useRecentGames(): readonly AnyGame[] {
  const username = usePlayer()?.profile.username;
  return useStore({ get: () => recentGames.get(username), subscribe: recentGames.subscribe });
}

/**
 * Returns a tile's favourite button, or undefined for guests and platforms without favourites. It
 * changes optimistically and reverts if the server refuses. The lists wait for the response.
 */
export function useTileFavorite<Item>(
  { has, toggle }: Favorites<Item>,
  item: Item | undefined,
  id: RecordID,
): TileFavorite | undefined {
  const player = usePlayer();
  const [optimistic, setOptimistic] = useState<boolean>();
  if (!player || item === undefined || !supports('user/favorites')) return undefined;
  const active = optimistic ?? has(id);
  return {
    active,
    onToggle: () => {
      setOptimistic(!active);
      void toggle(item).finally(() => setOptimistic(undefined));
    },
  };
}
