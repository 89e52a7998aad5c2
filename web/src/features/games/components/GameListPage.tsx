import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/ui/Button/Button';
import { LoadMore } from '@/components/ui/More/More';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { GridSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { TileGrid, type TileGridProps } from '@/components/ui/Tile/TileGrid';
import { useClosedPart } from '@/lib/maintenance/flag';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import type { CallPages } from '@/lib/swr/useCallPages';
import { useTileWindow } from '../hooks/useTileWindow';
import { isFiltered } from '../model/gameFilter';
import { FilterBar, type FilterBarProps } from './FilterBar';
import css from './GameListPage.module.css';

interface GameListPageProps<Item, Sort extends string> extends FilterBarProps<Sort> {
  /** Selects texts and tile shape. */
  kind: 'slots' | 'tables';
  pages: CallPages<Item>;
  /** The address of the list without filters. */
  allTo: string;
  skeletonCount: number;
  renderTile(item: Item, index: number): ReactNode;
}

const countTexts = { slots: 'common:providers.games', tables: 'tables.count' } as const;

/** A page with a filtered list of slots or live tables, 48 at a time. */
export function GameListPage<Item, Sort extends string>(props: GameListPageProps<Item, Sort>) {
  const { kind, filterState, categories, providers, types, sorts, pages } = props;
  const { t } = useTranslation(['games', 'common']);
  const { filter } = filterState;
  const found = [
    categories?.find(({ CategoryID }) => CategoryID === filter.categoryID)?.name,
    types.find(({ value }) => value === filter.type)?.label ?? filter.type,
    providers?.find(({ providerID }) => providerID === filter.providerID)?.providerName,
    filter.searchGameName && t('search.title', { text: filter.searchGameName }),
  ].filter(Boolean);
  const title = found.join(' · ') || t(`${kind}.title`);
  usePageTitle(title);
  return (
    <>
      <PageTitle
        aside={
          pages.items && (
            <span className={css.count}>{t(countTexts[kind], { count: pages.total })}</span>
          )
        }
      >
        {title}
      </PageTitle>
      <FilterBar
        filterState={filterState}
        categories={categories}
        providers={providers?.filter(({ gameCount }) => kind === 'tables' || gameCount > 0)}
        types={types}
        sorts={sorts}
      />
      <InfiniteTiles {...props} />
    </>
  );
}

/** The list of games with infinite scrolling, in each of its states. */
function InfiniteTiles<Item, Sort extends string>(props: GameListPageProps<Item, Sort>) {
  const { kind, filterState, pages, allTo, skeletonCount, renderTile } = props;
  const { items, total, error, moreError, loading, loadingMore, loadMore, reload } = pages;
  const { t } = useTranslation('games');
  const closed = useClosedPart(kind === 'slots' ? 'slots' : 'live');
  const shape = kind === 'tables' ? 'table' : 'tile';
  // The next page may report the maintenance first. Then no game of the list is playable.
  const stopped = closed ? { message: '', closed } : moreError?.closed && moreError;
  if (stopped) return <ErrorState error={stopped} onRetry={closed ? undefined : loadMore} />;
  if (loading) return <GridSkeleton items={shape} count={skeletonCount} />;
  if (!items && error?.reason !== 'no-records') {
    return <ErrorState error={error} onRetry={reload} />;
  }
  if (!items || items.length === 0) {
    return isFiltered(filterState.filter) ? (
      <EmptyState title={t(`${kind}.empty.title`)} text={t(`${kind}.empty.text`)}>
        <ButtonLink to={allTo}>{t(`${kind}.empty.all`)}</ButtonLink>
      </EmptyState>
    ) : (
      <EmptyState title={t(`${kind}.none.title`)} text={t(`${kind}.none.text`)}>
        <ButtonLink to={paths.home.to()}>{t('home')}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <GameGrid items={shape} label={t(`${kind}.title`)} games={items} renderTile={renderTile} />
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

interface GameGridProps<Item> extends Pick<TileGridProps, 'items' | 'label'> {
  games: readonly Item[];
  renderTile(game: Item, index: number): ReactNode;
}

/** The grid of a list of games. A long list renders only the tiles near the window. */
function GameGrid<Item>({ games, renderTile, ...props }: GameGridProps<Item>) {
  const { grid, start, end, style } = useTileWindow(games.length);
  return (
    <TileGrid {...props} ref={grid} style={style} first={start} total={games.length}>
      {games.slice(start, end).map((game, index) => renderTile(game, start + index))}
    </TileGrid>
  );
}
