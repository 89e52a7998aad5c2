import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths/paths';
import { useRecentGames } from '@/components/games/hooks/useRecentGames';
import { useSlotFavorites, useTableFavorites } from '@/lib/player/useFavorites';
import { MixedRow } from './MixedRow';

/** The recent and favourite games of a signed-in player. */
export default function PlayerRows() {
  const { t } = useTranslation('lobby');
  const recent = useRecentGames();
  const slots = useSlotFavorites().items;
  const tables = useTableFavorites().items;
  const favorites = useMemo(() => [...(slots ?? []), ...(tables ?? [])], [slots, tables]);
  return (
    <>
      <MixedRow title={t('rows.recent')} games={recent} />
      <MixedRow title={t('rows.favorites')} games={favorites} allTo={paths.favorites.to()} />
    </>
  );
}
