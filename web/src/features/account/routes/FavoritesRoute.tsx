import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths/paths';
import { GameTile } from '@/components/games/GameTile';
import { LiveTile } from '@/components/games/LiveTile';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { Tabs } from '@/components/ui/Tabs/Tabs';
import { TileGrid } from '@/components/ui/Tile/TileGrid';
import { useCasinoGamesList } from '@/contracts/hooks/casino';
import { useLivecasinoGameTableList } from '@/contracts/hooks/livecasino';
import { hasFeature } from '@/lib/bootstrap/bootstrap';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { favoritesRequest } from '@/lib/player/load';
import { FavoritesGrid, type FavoriteKind } from '../components/FavoritesGrid';

const kinds: readonly FavoriteKind[] = ['slots', 'live'];

/** The number of tiles above the fold; their images load eagerly. */
const eagerCount = 6;

/** The player's favourite slots and tables; the tile's favourite button removes them (spec §4). */
export function FavoritesRoute() {
  const { t } = useTranslation('account');
  usePageTitle(t('favorites.title'));
  const offeredKinds = kinds.filter((kind) => hasFeature(kind));
  const [kind, setKind] = useState<FavoriteKind>(offeredKinds[0] ?? 'slots');
  const tabs = offeredKinds.map((key) => ({ key, title: t(`favorites.${key}`) }));
  return (
    <>
      <PageTitle>{t('favorites.title')}</PageTitle>
      <Tabs label={t('favorites.title')} tabs={tabs} value={kind} onChange={setKind}>
        {kind === 'slots' ? <FavoriteSlots /> : <FavoriteTables />}
      </Tabs>
    </>
  );
}

function FavoriteSlots() {
  return (
    <FavoritesGrid
      kind="slots"
      state={useCasinoGamesList(favoritesRequest)}
      browseTo={paths.slots.to()}
    >
      {(games) => (
        <TileGrid>
          {games.map((game, index) => (
            <GameTile key={game.gameID} game={game} eager={index < eagerCount} />
          ))}
        </TileGrid>
      )}
    </FavoritesGrid>
  );
}

function FavoriteTables() {
  return (
    <FavoritesGrid
      kind="live"
      state={useLivecasinoGameTableList(favoritesRequest)}
      browseTo={paths.live.to()}
    >
      {(tables) => (
        <TileGrid items="table">
          {tables.map((table, index) => (
            <LiveTile key={table.tableID} table={table} eager={index < eagerCount} />
          ))}
        </TileGrid>
      )}
    </FavoritesGrid>
  );
}
