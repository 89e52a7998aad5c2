import type { ReactNode } from 'react';
import { LoadMore } from '@/components/ui/More/More';
import { ErrorState } from '@/components/ui/State/State';
import type { ClosedPart } from '@/contracts/types';
import type { CallPages } from '@/lib/swr/useCallPages';

export interface InfiniteTilesProps<Item> {
  pages: CallPages<Item>;
  /** The part of the site that the games belong to, while it is under maintenance. */
  closed?: ClosedPart;
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
  closed,
  skeleton,
  empty,
  children,
}: InfiniteTilesProps<Item>) {
  const { items, total, error, moreError, loading, loadingMore, loadMore, reload } = pages;
  // Also where the next page says so first: nothing of the list can be played.
  const stopped = closed ? { message: '', closed } : moreError?.closed && moreError;
  if (stopped) return <ErrorState error={stopped} onRetry={closed ? undefined : loadMore} />;
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
