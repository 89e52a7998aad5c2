import { useState } from 'react';
import type { TileFavorite } from '@/components/ui/Tile/Tile';
import type { RecordID } from '@/contracts/types';
import { supports } from '@/lib/bootstrap/supports';
import type { Favorites } from '@/lib/player/useFavorites';
import { usePlayer } from '@/lib/session/useSession';

/**
 * Returns the state of a tile's favourite button; undefined for guests, and where the platform has no favourites. It changes optimistically and is
 * reverted if the server refuses; the lists change after the server's answer (spec §4).
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
