import { useState } from 'react';
import type { TileFavorite } from '@/components/ui';
import type { Favorites } from '@/lib/player';
import { usePlayer } from '@/lib/session';

/**
 * The heart of a tile: it turns at once and turns back when the server refuses; the lists change when
 * the server has agreed (spec §4). A guest has none.
 */
export function useHeart<Item>(
  { has, toggle }: Favorites<Item>,
  item: Item | undefined,
  id: number,
): TileFavorite | undefined {
  const player = usePlayer();
  const [wish, setWish] = useState<boolean>();
  if (!player || item === undefined) return undefined;
  const on = wish ?? has(id);
  return {
    on,
    onToggle: () => {
      setWish(!on);
      void toggle(item).finally(() => setWish(undefined));
    },
  };
}
