import { useTranslation } from 'react-i18next';
import { GameTile } from '@/components/games/GameTile';
import { Rail } from '@/components/ui/Rail/Rail';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { RailSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
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
