import type { ReactNode } from 'react';
import { IconHeart } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/ui/Button/Button';
import { GridSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { isGatewayError } from '@/lib/gateway/error';
import type { CallState } from '@/lib/swr/useCall';

export type FavoriteKind = 'slots' | 'live';

type ListName = 'casino/games_list' | 'livecasino/game_table_list';

export interface FavoritesGridProps<N extends ListName> {
  kind: FavoriteKind;
  state: CallState<N>;
  /** The address of all games of this kind. */
  browseTo: string;
  children(items: NonNullable<CallState<N>['data']>): ReactNode;
}

/** A list of favourites in each of its states. */
export function FavoritesGrid<N extends ListName>({
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
