import type { ReactNode } from 'react';
import { ErrorState, LoadMore } from '@/components/ui';
import type { GamePages } from '@/lib/games';

export interface EndlessTilesProps<Item> {
  pages: GamePages<Item>;
  /** Shown while the first page comes, of the tiles' final size. */
  skeleton: ReactNode;
  /** Shown where the filter finds nothing. */
  empty: ReactNode;
  /** The grid of what has come so far. */
  children(items: Item[]): ReactNode;
}

/** A list of games that goes on as one scrolls, in each of its states. */
export function EndlessTiles<Item>({ pages, skeleton, empty, children }: EndlessTilesProps<Item>) {
  const { items, total, error, loading, loadingMore, loadMore, reload } = pages;
  if (loading) return skeleton;
  if (!items && error?.reason !== 'no-records') {
    return <ErrorState error={error} onRetry={reload} />;
  }
  if (!items || items.length === 0) return empty;
  return (
    <>
      {children(items)}
      {error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <LoadMore endless shown={items.length} total={total} busy={loadingMore} onMore={loadMore} />
      )}
    </>
  );
}
