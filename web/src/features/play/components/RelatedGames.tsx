import { useTranslation } from 'react-i18next';
import { GameTile } from '@/components/games/GameTile';
import { LiveTile } from '@/components/games/LiveTile';
import { idOf, isTable, type AnyGame } from '@/components/games/model/game';
import type { GameRequest } from '@/components/games/model/runningGame';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import { useRelatedGames } from '../api/useRelatedGames';
import css from './RelatedGames.module.css';

export interface RelatedGamesProps {
  game: GameRequest;
  known: AnyGame | undefined;
}

/** Games like the running one. Choosing one ends the running game. */
export function RelatedGames({ game, known }: RelatedGamesProps) {
  const { t } = useTranslation('play');
  const { games, loading, error, reload } = useRelatedGames(game, known);
  if (!loading && !error && games.length === 0) return null;
  return (
    <section className={css.related}>
      <h2 className={css.title}>{t('related')}</h2>
      {error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <ul className={game.kind === 'live' ? css.tables : css.slots} aria-busy={loading}>
          {loading
            ? Array.from({ length: 6 }, (_, index) => (
                <li key={`skeleton ${index}`}>
                  <Skeleton className={game.kind === 'live' ? css.table : css.slot} />
                </li>
              ))
            : games.map((it) => (
                <li key={idOf(it)}>
                  {isTable(it) ? <LiveTile table={it} /> : <GameTile game={it} />}
                </li>
              ))}
        </ul>
      )}
    </section>
  );
}
