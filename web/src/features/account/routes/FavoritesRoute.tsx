import { useState, type ReactNode } from 'react';
import { IconHeart } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { GameTile, LiveTile } from '@/components/games';
import {
  ButtonLink,
  EmptyState,
  ErrorState,
  GridSkeleton,
  PageTitle,
  Tabs,
  TileGrid,
} from '@/components/ui';
import { useCasinoGamesList } from '@/contracts/hooks/casino';
import { useLivecasinoGameTableList } from '@/contracts/hooks/livecasino';
import { hasFeature } from '@/lib/bootstrap';
import { isGatewayError } from '@/lib/gateway';
import { usePageTitle } from '@/lib/page';
import { favoritesRequest } from '@/lib/player';
import type { CallState } from '@/lib/swr';
import css from './FavoritesRoute.module.css';

const kinds = ['slots', 'live'] as const;
type Kind = (typeof kinds)[number];

const eagerTiles = 6;

/** The player's favourite slots and tables; the tile's favourite button removes them (spec §4). */
export function FavoritesRoute() {
  const { t } = useTranslation('account');
  usePageTitle(t('favorites.title'));
  const offered = kinds.filter((kind) => hasFeature(kind));
  const [kind, setKind] = useState<Kind>(offered[0] ?? 'slots');
  const tabs = offered.map((key) => ({ key, title: t(`favorites.${key}`) }));
  return (
    <div className={css.page}>
      <PageTitle>{t('favorites.title')}</PageTitle>
      <Tabs label={t('favorites.title')} tabs={tabs} value={kind} onChange={setKind}>
        {kind === 'slots' ? <Slots /> : <LiveTables />}
      </Tabs>
    </div>
  );
}

function Slots() {
  return (
    <Grid kind="slots" state={useCasinoGamesList(favoritesRequest)} browse={paths.slots.to()}>
      {(games) => (
        <TileGrid>
          {games.map((game, at) => (
            <GameTile key={game.gameID} game={game} eager={at < eagerTiles} />
          ))}
        </TileGrid>
      )}
    </Grid>
  );
}

function LiveTables() {
  return (
    <Grid kind="live" state={useLivecasinoGameTableList(favoritesRequest)} browse={paths.live.to()}>
      {(tables) => (
        <TileGrid items="table">
          {tables.map((table, at) => (
            <LiveTile key={table.tableID} table={table} eager={at < eagerTiles} />
          ))}
        </TileGrid>
      )}
    </Grid>
  );
}

type ListName = 'casino/games_list' | 'livecasino/game_table_list';

interface GridProps<N extends ListName> {
  kind: Kind;
  state: CallState<N>;
  /** Links to the slots and live tables. */
  browse: string;
  children(items: NonNullable<CallState<N>['data']>): ReactNode;
}

function Grid<N extends ListName>({ kind, state, browse, children }: GridProps<N>) {
  const { t } = useTranslation('account');
  const { data, error, reload } = state;
  if (isGatewayError(error, 'no-records') || data?.length === 0) {
    return (
      <EmptyState
        icon={<IconHeart size={32} />}
        title={t('favorites.none')}
        text={t('favorites.hint')}
      >
        <ButtonLink variant="primary" to={browse}>
          {t(`favorites.browse.${kind}`)}
        </ButtonLink>
      </EmptyState>
    );
  }
  if (data) return children(data);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  return <GridSkeleton items={kind === 'slots' ? 'tile' : 'table'} count={12} />;
}
