import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/ui/Button/Button';
import { GridSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState } from '@/components/ui/State/State';
import type { Provider } from '@/contracts/types';
import type { CallPages } from '@/lib/swr/useCallPages';
import { useClosedPart } from '@/lib/maintenance/flag';
import { paths } from '@/lib/paths/paths';
import type { GameFilterState } from '../hooks/useGameFilter';
import { isFiltered } from '../model/gameFilter';
import { FilterBar, type FilterCategory, type FilterOption } from './FilterBar';
import { GameGrid } from './GameGrid';
import { GameListHeader } from './GameListHeader';
import { InfiniteTiles } from './InfiniteTiles';

export interface GameListPageProps<Item, Sort extends string> {
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

/** A page with a filtered list of slots or live tables (spec §2), 48 at a time. */
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
