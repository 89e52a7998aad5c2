import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import {
  EndlessTiles,
  FilterBar,
  GameTile,
  useFilterAddress,
  type ListPaths,
} from '@/components/games';
import { ButtonLink, EmptyState, GridSkeleton, TileGrid } from '@/components/ui';
import { gamePageSize } from '@/contracts/constants';
import type { Game } from '@/contracts/types';
import { useSlotCategories, useSlotProviders, type GamePages } from '@/lib/games';
import { gameSorts, useGames } from '../api/useGames';
import { SlotsHeader } from '../components/SlotsHeader';
import { gameTypes, typeName } from '../model/types';

const list: ListPaths = {
  all: () => paths.slots.to(),
  category: (categoryID) => paths.slotCategory.to({ categoryID }),
  type: (type) => paths.slotType.to({ type }),
  provider: (providerID) => paths.slotProvider.to({ providerID }),
};

/** How many pictures the first screen shows. */
const seen = 14;

/** Slots: all, by category, by type, by provider (spec §2), 48 at a time. */
export function SlotsRoute() {
  const { t } = useTranslation('games');
  const address = useFilterAddress(list, gameSorts);
  const categories = useSlotCategories().data;
  const providers = useSlotProviders().data;
  const games = useGames(address.filter, address.sort);
  const types = gameTypes.map((value) => ({ value, label: typeName(t, value) }));
  const sorts = gameSorts.map((value) => ({ value, label: t(`sort.${value}`) }));
  return (
    <>
      <SlotsHeader
        filter={address.filter}
        categories={categories}
        providers={providers}
        total={games.items && games.total}
      />
      <FilterBar
        address={address}
        categories={categories}
        providers={providers?.filter(({ gameCount }) => gameCount > 0)}
        types={types}
        sorts={sorts}
      />
      <Games games={games} />
    </>
  );
}

function Games({ games }: { games: GamePages<Game> }) {
  const { t } = useTranslation('games');
  const empty = (
    <EmptyState title={t('slots.empty.title')} text={t('slots.empty.text')}>
      <ButtonLink to={paths.slots.to()}>{t('slots.empty.all')}</ButtonLink>
    </EmptyState>
  );
  return (
    <EndlessTiles pages={games} skeleton={<GridSkeleton count={gamePageSize} />} empty={empty}>
      {(items) => (
        <TileGrid label={t('slots.title')}>
          {items.map((game, index) => (
            <GameTile key={game.gameID} game={game} eager={index < seen} />
          ))}
        </TileGrid>
      )}
    </EndlessTiles>
  );
}
