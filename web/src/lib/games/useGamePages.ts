import { useEffect, useMemo, useState } from 'react';
import { gamePageSize, maxPageSize } from '@/contracts/constants';
import type { ItemOf, Unpaged } from '@/contracts/calls';
import type { KeyOf } from '@/contracts/keys';
import { useCallPages, type CallPages } from '../swr';

type ListName = 'casino/games_list' | 'livecasino/game_table_list';

/** How a list is filtered: numbers of the platform, or undefined for all. */
export interface GameFilter {
  providerID?: number;
  categoryID?: number;
  type?: string;
}

/** A list of games as a page shows it. */
export type GamePages<Item> = Pick<
  CallPages<Item>,
  'items' | 'total' | 'error' | 'loading' | 'loadingMore' | 'loadMore' | 'reload'
>;

/**
 * Games or tables by filter, 48 at a time, in the platform's order. The platform knows no other: with
 * `compare`, everything is fetched in the largest pages there are and put in order here.
 */
export function useGamePages<N extends ListName>(
  keyOf: KeyOf<N>,
  filter: GameFilter & Unpaged<N>,
  compare?: (a: ItemOf<N>, b: ItemOf<N>) => number,
): GamePages<ItemOf<N>> {
  const plain = useCallPages(keyOf, compare ? null : filter, gamePageSize);
  const whole = useCallPages(keyOf, compare ? filter : null, maxPageSize);
  const { items: found, hasMore, loadingMore, error, loadMore } = whole;

  useEffect(() => {
    if (compare && hasMore && !loadingMore && !error) loadMore();
  });

  const key = JSON.stringify(filter);
  const [window, setWindow] = useState({ key, size: gamePageSize });
  const size = window.key === key ? window.size : gamePageSize;
  const count = hasMore ? undefined : found?.length;
  const sorted = useMemo(
    () => (compare && count !== undefined ? [...(found ?? [])].sort(compare) : undefined),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `found` is a new array at every render: key and count say when it is another
    [compare, count, key],
  );

  if (!compare) return plain;
  return {
    ...whole,
    items: sorted?.slice(0, size),
    loading: !sorted && !error,
    loadingMore: false,
    loadMore: () => setWindow({ key, size: size + gamePageSize }),
  };
}
