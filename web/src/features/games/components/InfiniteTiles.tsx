import type { ReactNode } from 'react';
import { ErrorState, LoadMore } from '@/components/ui';
import type { CallPages } from '@/lib/swr';

export interface InfiniteTilesProps<Item> {
  pages: CallPages<Item>;
  /** Shown while the first page loads, in the final size of the tiles. */
  skeleton: ReactNode;
  /** Shown when no game matches the filter. */
  empty: ReactNode;
  /** Renders the grid of the items loaded so far. */
  children(items: Item[]): ReactNode;
}

/** A list of games with infinite scrolling, in each of its states. */
export function InfiniteTiles<Item>({
  pages,
  skeleton,
  empty,
  children,
}: InfiniteTilesProps<Item>) {
  const { items, total, error, moreError, loading, loadingMore, loadMore, reload } = pages;
  if (loading) return skeleton;
  if (!items && error?.reason !== 'no-records') {
    return <ErrorState error={error} onRetry={reload} />;
  }
  if (!items || items.length === 0) return empty;
  return (
    <>
      {children(items)}
      <LoadMore
        endless
        shown={items.length}
        total={total}
        busy={loadingMore}
        error={moreError}
        onMore={loadMore}
      />
    </>
  );
}
