import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/ui/Button/Button';
import { LoadMore } from '@/components/ui/More/More';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { GridSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { TileGrid, type TileGridProps } from '@/components/ui/Tile/TileGrid';
import type { ClosedPart, Provider } from '@/contracts/types';
import { useClosedPart } from '@/lib/maintenance/flag';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import type { CallPages } from '@/lib/swr/useCallPages';
import type { GameFilterState } from '../hooks/useGameFilter';
import { useTileWindow } from '../hooks/useTileWindow';
import { isFiltered } from '../model/gameFilter';
import { FilterBar, type FilterCategory, type FilterOption } from './FilterBar';
import css from './GameListPage.module.css';

interface GameListPageProps<Item, Sort extends string> {
  /** Selects texts and tile shape. */
  kind: 'slots' | 'tables';
  filterState: GameFilterState<Sort>;
  categories: readonly FilterCategory[] | undefined;
  providers: readonly Provider[] | undefined;
  types: readonly FilterOption[];
  sorts: readonly FilterOption<Sort>[];
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
  const items = kind === 'tables' ? 'table' : 'tile';
  const title = [
    categories?.find(({ CategoryID }) => CategoryID === filter.categoryID)?.name,
    types.find(({ value }) => value === filter.type)?.label ?? filter.type,
    providers?.find(({ providerID }) => providerID === filter.providerID)?.providerName,
    filter.searchGameName && t('search.title', { text: filter.searchGameName }),
  ].filter(Boolean);
  const total = pages.items && pages.total;
  return (
    <>
      <GameListHeader
        title={title.join(' · ') || t(`${kind}.title`)}
        count={total === undefined ? undefined : t(countTexts[kind], { count: total })}
      />
      <FilterBar
        filterState={filterState}
        categories={categories}
        providers={providers?.filter(({ gameCount }) => kind === 'tables' || gameCount > 0)}
        types={types}
        sorts={sorts}
      />
      <InfiniteTiles
        pages={pages}
        closed={useClosedPart(kind === 'slots' ? 'slots' : 'live')}
        skeleton={<GridSkeleton items={items} count={props.skeletonCount} />}
        empty={
          isFiltered(filter) ? (
            <EmptyState title={t(`${kind}.empty.title`)} text={t(`${kind}.empty.text`)}>
              <ButtonLink to={props.allTo}>{t(`${kind}.empty.all`)}</ButtonLink>
            </EmptyState>
          ) : (
            <EmptyState title={t(`${kind}.none.title`)} text={t(`${kind}.none.text`)}>
              <ButtonLink to={paths.home.to()}>{t('home')}</ButtonLink>
            </EmptyState>
          )
        }
      >
        {(loaded) => (
          <GameGrid
            items={items}
            label={t(`${kind}.title`)}
            games={loaded}
            renderTile={props.renderTile}
          />
        )}
      </InfiniteTiles>
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

interface GameListHeaderProps {
  title: string;
  /** The number of games as text, or undefined while unknown. */
  count: string | undefined;
}

/** The title of a list of games with the number of its games. */
function GameListHeader({ title, count }: GameListHeaderProps) {
  usePageTitle(title);
  return (
    <PageTitle aside={count === undefined ? undefined : <span className={css.count}>{count}</span>}>
      {title}
    </PageTitle>
  );
}

interface InfiniteTilesProps<Item> {
  pages: CallPages<Item>;
  /** The part of the site with these games, if it is under maintenance. */
  closed?: ClosedPart;
  /** The placeholder of the first page, in the final size of the tiles. */
  skeleton: ReactNode;
  /** The content if no game matches the filter. */
  empty: ReactNode;
  /** Renders the grid of the loaded items. */
  children(items: Item[]): ReactNode;
}

/** A list of games with infinite scrolling, in each of its states. */
function InfiniteTiles<Item>({
  pages,
  closed,
  skeleton,
  empty,
  children,
}: InfiniteTilesProps<Item>) {
  const { items, total, error, moreError, loading, loadingMore, loadMore, reload } = pages;
  // The next page may report the maintenance first. Then no game of the list is playable.
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
