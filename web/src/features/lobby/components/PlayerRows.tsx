import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GameTile, LiveTile } from '@/components/games/GameTile';
import { useRecentGames } from '@/components/games/hooks/playerGames';
import { idOf, isTable, type AnyGame } from '@/components/games/model/game';
import { Rail } from '@/components/ui/Rail/Rail';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import type { Game } from '@/contracts/types';
import { paths } from '@/lib/paths/paths';
import { useSlotFavorites, useTableFavorites } from '@/lib/player/useFavorites';

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

interface MixedRowProps {
  title: string;
  games: readonly AnyGame[];
  allTo?: string;
}

/** A row of the player's slots and a second row of live tables. Renders nothing without games. */
function MixedRow({ title, games, allTo }: MixedRowProps) {
  const slots = games.filter((game): game is Game => !isTable(game));
  const tables = games.filter(isTable);
  if (games.length === 0) return null;
  return (
    <Section title={title} allTo={allTo}>
      {slots.length > 0 && (
        <Rail label={title}>
          {slots.map((game) => (
            <GameTile key={idOf(game)} game={game} />
          ))}
        </Rail>
      )}
      {tables.length > 0 && (
        <Rail label={title} items="table">
          {tables.map((table) => (
            <LiveTile key={idOf(table)} table={table} />
          ))}
        </Rail>
      )}
    </Section>
  );
}
