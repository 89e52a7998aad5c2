import { useTranslation } from 'react-i18next';
import { GameTile } from '@/components/games/GameTile';
import { useSlotCategories, useSlotProviders } from '@/components/games/api/games';
import { gamePageSize } from '@/contracts/constants';
import { paths } from '@/lib/paths/paths';
import { useSlots } from '../api/games';
import { GameListPage } from '../components/GameListPage';
import { useGameFilter } from '../hooks/useGameFilter';
import { slotPaths, slotSorts, slotTypeOptions } from '../model/lists';

/** The number of tiles above the fold, which load their images eagerly. */
const eagerCount = 14;

/** `/slot`, by category, type and provider. */
export function SlotsRoute() {
  const { t } = useTranslation('games');
  const filterState = useGameFilter(slotPaths, slotSorts);
  return (
    <GameListPage
      kind="slots"
      filterState={filterState}
      categories={useSlotCategories().data}
      providers={useSlotProviders().data}
      types={slotTypeOptions(t)}
      sorts={slotSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
      pages={useSlots(filterState.filter, filterState.sort)}
      allTo={paths.slots.to()}
      skeletonCount={gamePageSize}
      renderTile={(game, index) => (
        <GameTile key={game.gameID} game={game} eager={index < eagerCount} />
      )}
    />
  );
}
