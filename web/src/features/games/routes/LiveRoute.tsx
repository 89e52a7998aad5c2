import { useTranslation } from 'react-i18next';
import { LiveTile } from '@/components/games/GameTile';
import { useLivecasinoCategoryList } from '@/contracts/hooks/livecasino';
import { paths } from '@/lib/paths/paths';
import { useLiveProviders, useTables } from '../api/games';
import { GameListPage } from '../components/GameListPage';
import { useGameFilter } from '../hooks/useGameFilter';
import { tablePaths, tableSorts, tableTypeOptions } from '../model/lists';

/** The number of tiles above the fold, which load their images eagerly. */
const eagerCount = 8;

/** `/live`, by category, type and studio. */
export function LiveRoute() {
  const { t } = useTranslation('games');
  const filterState = useGameFilter(tablePaths, tableSorts);
  return (
    <GameListPage
      kind="tables"
      filterState={filterState}
      categories={useLivecasinoCategoryList({}, { fromBootstrap: true }).data}
      providers={useLiveProviders().data}
      types={tableTypeOptions(t)}
      sorts={tableSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
      pages={useTables(filterState.filter, filterState.sort)}
      allTo={paths.live.to()}
      skeletonCount={2 * eagerCount}
      renderTile={(table, index) => (
        <LiveTile key={table.tableID} table={table} eager={index < eagerCount} />
      )}
    />
  );
}
