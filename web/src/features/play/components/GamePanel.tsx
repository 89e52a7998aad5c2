import { IconHeart, IconTrophy, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { GameTile, LiveTile } from '@/components/games/GameTile';
import { idOf, isTable, type AnyGame } from '@/components/games/model/game';
import type { GameRequest } from '@/components/games/model/runningGame';
import { Button } from '@/components/ui/Button/Button';
import { Countdown } from '@/components/ui/Countdown/Countdown';
import { Money } from '@/components/ui/Money/Money';
import { Rank } from '@/components/ui/Rank/Rank';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import type { TileFavorite } from '@/components/ui/Tile/Tile';
import { classes } from '@/components/ui/classes';
import type { Tournament } from '@/contracts/types';
import { ownRow } from '@/lib/content/calls';
import { timeOf } from '@/lib/content/phase';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { usePlayer } from '@/lib/session/useSession';
import { useRelatedGames } from '../api/play';
import { GameFacts } from './GameDetails';
import css from './GamePanel.module.css';

interface GamePanelProps {
  game: GameRequest;
  known: AnyGame | undefined;
  name: string;
  tournament: Tournament | undefined;
  favorite: TileFavorite | undefined;
  /** Shows the controls that do not fit into the bar of a phone. */
  controls: boolean;
  onClose(): void;
}

/** The panel of the running game: tournament, facts, and similar games. */
export function GamePanel(props: GamePanelProps) {
  const { game, known, name, tournament, favorite, controls, onClose } = props;
  const { t } = useTranslation('play');
  return (
    <div className={css.panel}>
      {controls && (
        <div className={css.controls}>
          {favorite && (
            <Button aria-pressed={favorite.active} onClick={favorite.onToggle}>
              <IconHeart size={20} aria-hidden="true" />
              <span>{t('favorite')}</span>
            </Button>
          )}
          <Button aria-label={t('close', { name })} onClick={onClose}>
            <IconX size={20} aria-hidden="true" />
            {t('ended.leave')}
          </Button>
        </div>
      )}
      {tournament && <TournamentStanding tournament={tournament} />}
      {known && <GameFacts game={known} />}
      <RelatedGames game={game} known={known} />
    </div>
  );
}

/** Games similar to the running one. A choice ends the running game. */
export function RelatedGames({ game, known }: { game: GameRequest; known: AnyGame | undefined }) {
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
            : games.map((item) => (
                <li key={idOf(item)}>
                  {isTable(item) ? <LiveTile table={item} /> : <GameTile game={item} />}
                </li>
              ))}
        </ul>
      )}
    </section>
  );
}

/** The number of leaderboard rows above the player's row. */
const shownRows = 3;

/** The tournament of the running game: prize, remaining time, the leaders and the player's rank. */
export function TournamentStanding({ tournament }: { tournament: Tournament }) {
  const { t } = useTranslation('play');
  const format = useFormat();
  const { id, title, prize, leaderboard, End_date } = tournament;
  const own = ownRow(leaderboard, usePlayer()?.profile.username);
  const leaders = leaderboard.slice(0, shownRows);
  const rows = own && !leaders.includes(own) ? [...leaders, own] : leaders;
  return (
    <section className={css.standing}>
      <h2 className={css.tournamentStandingTitle}>
        <IconTrophy size={20} aria-hidden="true" />
        <Link to={paths.tournament.to({ id })}>{title}</Link>
      </h2>
      <p className={css.facts}>
        <Money amount={prize} round />
        <Countdown until={timeOf(End_date)} />
      </p>
      {rows.length > 0 && (
        <ol className={css.rows}>
          {rows.map((row) => (
            <li
              key={row === own ? 'own' : row.rank}
              className={classes(css.row, row === own && css.own)}
            >
              <Rank rank={row.rank} />
              <bdi className={css.player}>{row === own ? t('tournament.you') : row.player}</bdi>
              <span>{t('tournament.points', { points: format.number(row.points) })}</span>
            </li>
          ))}
        </ol>
      )}
      {!own && <p className={css.hint}>{t('tournament.hint')}</p>}
    </section>
  );
}
