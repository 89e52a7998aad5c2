import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconHeart } from '@tabler/icons-react';
import { GameTile, LiveTile } from '@/components/games/GameTile';
import { ButtonLink } from '@/components/ui/Button/Button';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { GridSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { Tabs } from '@/components/ui/Tabs/Tabs';
import { TileGrid } from '@/components/ui/Tile/TileGrid';
import { useCasinoGamesList } from '@/contracts/hooks/casino';
import { useLivecasinoGameTableList } from '@/contracts/hooks/livecasino';
import { hasFeature } from '@/lib/bootstrap/bootstrap';
import { isGatewayError } from '@/lib/gateway/error';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import { favoritesRequest } from '@/lib/player/load';
import type { CallState } from '@/lib/swr/useCall';

const kinds: readonly FavoriteKind[] = ['slots', 'live'];

/** The number of tiles above the fold, which load their images eagerly. */
const eagerCount = 6;

/** The player's favourite slots and tables. The favourite button of a tile removes it. */
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

type FavoriteKind = 'slots' | 'live';

type ListName = 'casino/games_list' | 'livecasino/game_table_list';

interface FavoritesGridProps<N extends ListName> {
  kind: FavoriteKind;
  state: CallState<N>;
  /** The address of all games of this kind. */
  browseTo: string;
  children(items: NonNullable<CallState<N>['data']>): ReactNode;
}

/** A list of favourites in each of its states. */
function FavoritesGrid<N extends ListName>({
  kind,
  state,
  browseTo,
  children,
}: FavoritesGridProps<N>) {
  const { t } = useTranslation('account');
  const { data, error, reload } = state;
  if (isGatewayError(error, 'no-records') || data?.length === 0) {
    return (
      <EmptyState
        icon={<IconHeart size={32} />}
        title={t('favorites.none')}
        text={t('favorites.hint')}
      >
        <ButtonLink variant="primary" to={browseTo}>
          {t(`favorites.browse.${kind}`)}
        </ButtonLink>
      </EmptyState>
    );
  }
  if (data) return children(data);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  return <GridSkeleton items={kind === 'slots' ? 'tile' : 'table'} count={12} />;
}
