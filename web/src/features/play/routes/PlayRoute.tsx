import { IconHeart, IconTrophy, IconX } from '@tabler/icons-react';
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams, Link } from 'react-router';
import { GameTile, LiveTile } from '@/components/games/GameTile';
import { idOf, isTable, type AnyGame } from '@/components/games/model/game';
import { gameKey, runningGame, type GameRequest } from '@/components/games/model/runningGame';
import { Button } from '@/components/ui/Button/Button';
import { Countdown } from '@/components/ui/Countdown/Countdown';
import { Drawer } from '@/components/ui/Dialog/Dialog';
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
import { desktopQuery, useMedia } from '@/lib/media';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import { usePlayer } from '@/lib/session/useSession';
import { useStore } from '@/lib/store/store';
import { useGameTournament, useRelatedGames } from '../api/play';
import { PlayBar } from '../components/PlayBar';
import { useFullscreen } from '../hooks/useStage';
import { useGameFavorite, useGoBack, useLeaveGame, useShownGame } from '../hooks/useShownGame';
import { parsePlayAddress, realAddressOf, stagePanel } from '../model/playAddress';
import { GameFacts } from '../components/GameDetails';
import css from './PlayRoute.module.css';
import panel from '../components/GamePanel.module.css';

/** `/play/…`: the bar of a game and the stage, which the game layer fills with the running game. */
export function PlayRoute() {
  const address = parsePlayAddress(useParams());
  return address && <PlayPage address={address} />;
}

function PlayPage({ address }: { address: GameRequest }) {
  const { demo, provider } = address;
  const { t } = useTranslation('play');
  const startedAt = useOpenedGame(address);
  const { known, name } = useShownGame(address);
  const favorite = useGameFavorite(known);
  const tournament = useGameTournament(address);
  const wide = useMedia(desktopQuery);
  const panelOpen = useStore(stagePanel);
  const closePanel = () => stagePanel.set(false);
  const leave = useLeaveGame();
  usePageTitle(name);

  const panel = (
    <GamePanel
      game={address}
      known={known}
      name={name}
      tournament={tournament}
      favorite={favorite}
      controls={!wide}
      onClose={leave}
    />
  );
  return (
    <div className={css.play}>
      <PlayBar
        name={name}
        provider={known?.providerName ?? provider}
        realAddress={demo ? realAddressOf(address) : undefined}
        favorite={favorite}
        fullscreen={useFullscreen()}
        tournament={tournament}
        startedAt={startedAt}
        panelOpen={panelOpen}
        onPanel={() => stagePanel.set(!panelOpen)}
        onBack={useGoBack()}
        onClose={leave}
      />
      {panelOpen &&
        (wide ? (
          <aside className={css.panel} aria-label={t('panel.title')}>
            {panel}
          </aside>
        ) : (
          <Drawer open side="end" title={t('panel.title')} onClose={closePanel}>
            {panel}
          </Drawer>
        ))}
    </div>
  );
}

/** Opens the game of an address and returns its start time. A running game continues. */
function useOpenedGame(address: GameRequest): number {
  const { pathname } = useLocation();
  const username = usePlayer()?.profile.username;
  const wanted = { ...address, address: pathname, username };
  const key = gameKey(wanted);
  const running = useStore(runningGame);
  const [startedAt] = useState(Date.now);
  useLayoutEffect(() => {
    runningGame.open(wanted);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key identifies the game
  }, [key]);
  return running && gameKey(running) === key ? running.startedAt : startedAt;
}

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
function GamePanel(props: GamePanelProps) {
  const { game, known, name, tournament, favorite, controls, onClose } = props;
  const { t } = useTranslation('play');
  return (
    <div className={panel.panel}>
      {controls && (
        <div className={panel.controls}>
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
    <section className={panel.related}>
      <h2 className={panel.title}>{t('related')}</h2>
      {error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <ul className={game.kind === 'live' ? panel.tables : panel.slots} aria-busy={loading}>
          {loading
            ? Array.from({ length: 6 }, (_, index) => (
                <li key={`skeleton ${index}`}>
                  <Skeleton className={game.kind === 'live' ? panel.table : panel.slot} />
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
    <section className={panel.standing}>
      <h2 className={panel.tournamentStandingTitle}>
        <IconTrophy size={20} aria-hidden="true" />
        <Link to={paths.tournament.to({ id })}>{title}</Link>
      </h2>
      <p className={panel.facts}>
        <Money amount={prize} round />
        <Countdown until={timeOf(End_date)} />
      </p>
      {rows.length > 0 && (
        <ol className={panel.rows}>
          {rows.map((row) => (
            <li
              key={row === own ? 'own' : row.rank}
              className={classes(panel.row, row === own && panel.own)}
            >
              <Rank rank={row.rank} />
              <bdi className={panel.player}>{row === own ? t('tournament.you') : row.player}</bdi>
              <span>{t('tournament.points', { points: format.number(row.points) })}</span>
            </li>
          ))}
        </ol>
      )}
      {!own && <p className={panel.hint}>{t('tournament.hint')}</p>}
    </section>
  );
}
