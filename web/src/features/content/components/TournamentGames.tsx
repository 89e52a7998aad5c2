import { useTranslation } from 'react-i18next';
import { GameTile } from '@/components/games';
import { ErrorState, Rail, RailSkeleton, Section } from '@/components/ui';
import type { RecordID } from '@/contracts/types';
import { useTournamentGames } from '../api/useTournamentGames';

/** The slots of a tournament. */
export function TournamentGames({ ids }: { ids: readonly RecordID[] }) {
  const { t } = useTranslation('content');
  const { games, loading, error, reload } = useTournamentGames(ids);
  if (!loading && !error && games.length === 0) return null;
  return (
    <Section title={t('tournaments.games')}>
      {games.length > 0 ? (
        <Rail label={t('tournaments.games')}>
          {games.map((game) => (
            <GameTile key={game.gameID} game={game} />
          ))}
        </Rail>
      ) : loading ? (
        <RailSkeleton />
      ) : (
        <ErrorState error={error} onRetry={reload} />
      )}
    </Section>
  );
}
