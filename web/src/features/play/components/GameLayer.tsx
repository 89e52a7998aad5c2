import { IconArrowsDiagonal, IconArrowsMove, IconArrowsMaximize, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation, useNavigate, Link } from 'react-router';
import { useGameMessages } from '@/components/games/hooks/useGameMessages';
import type { AnyGame } from '@/components/games/model/game';
import type { GameMessage } from '@/components/games/model/gameMessage';
import {
  gameKey,
  gameLayerId,
  recentGames,
  runningGame,
  virtualStage,
  type RunningGame,
} from '@/components/games/model/runningGame';
import { IconButton } from '@/components/ui/Button/Button';
import { Badge } from '@/components/ui/Chip/Chip';
import { Wallet } from '@/components/wallet/Wallet';
import { maintenance } from '@/lib/maintenance/flag';
import { desktopQuery, useMedia } from '@/lib/media';
import { paths } from '@/lib/paths/paths';
import { useBalance } from '@/lib/player/player';
import { usePlayer, useSession } from '@/lib/session/useSession';
import { useStore } from '@/lib/store/store';
import { startGame } from '../api/play';
import { useCoverStage } from '../hooks/useStage';
import { useDock, type Dock } from '../hooks/useDock';
import { useLeaveGame, useShownGame } from '../hooks/useShownGame';
import { useStartFailure, useGameStart } from '../hooks/useGameStart';
import { parsePlayAddress, stagePanel } from '../model/playAddress';
import { addPlayTime } from '../model/playTime';
import { GameStage } from './GameStage';
import { PlayerLimits } from './EndByLimits';
import { BreakButton } from './BarControls';
import css from './GameLayer.module.css';
import bar from './DockBar.module.css';

/**
 * The running game. It is mounted one time outside the pages, because moving a frame in the
 * document reloads it. Only styles place it on the play page, within a page of virtual games, or in
 * the dock. A portal moves the frame too, and not every browser has `moveBefore`.
 */
export function GameLayer({ game }: { game: RunningGame }) {
  const { t } = useTranslation('play');
  const place = usePlace(game);
  const docked = place === 'dock';
  const wide = useMedia(desktopQuery);
  const panel = useStore(stagePanel) && wide;
  const layer = useRef<HTMLElement>(null);
  const [paused, setPaused] = useState(false);
  useCoverStage(layer, place === 'page');
  const dock = useDock(layer);
  const navigate = useNavigate();
  const leave = useLeaveGame();
  const goHome = () => {
    runningGame.close();
    if (!docked) void navigate(paths.home.to());
  };
  const end = { stage: leave, page: goHome, dock: runningGame.close }[place];
  const { known, name, picture } = useShownGame(game);
  const { url, error, retry } = useGameStart(gameKey(game), () => startGame(game));
  const handleMessage = useGameMessages({
    demo: game.demo,
    onClose: end,
    onBalance: useNetResult(),
  });
  useStartFailure(error, game);
  useAddToRecentGames(game.demo ? undefined : url, known);
  useEndWithPlayer(game);
  useDockedPage(docked);
  // Leaving before the start cancels the game, because it must not open on another page.
  const cancelled = docked && !url;
  useEffect(() => {
    if (cancelled) runningGame.close();
  }, [cancelled]);

  return (
    <section
      ref={layer}
      id={gameLayerId}
      tabIndex={-1}
      className={css.layer}
      data-place={place}
      data-panel={panel || undefined}
      data-at={docked ? `${dock.place.vertical} ${dock.place.horizontal}` : undefined}
      style={docked ? dock.style : undefined}
      aria-label={t(docked ? 'dock.label' : 'stage', { name })}
    >
      {docked && <DockBar game={game} name={name} dock={wide ? dock : undefined} />}
      <GameStage
        key={url}
        game={game}
        url={url}
        name={name}
        picture={picture}
        inert={paused || (docked && !wide)}
        onMessage={handleMessage}
        onRestart={retry}
        onLeave={end}
      />
      {url && !game.demo && <PlayerLimits onLeave={goHome} onPause={setPaused} />}
    </section>
  );
}

/** Marks the document while a game is docked, and pages then leave space for it. */
function useDockedPage(docked: boolean): void {
  useEffect(() => {
    if (!docked) return;
    const { dataset } = document.documentElement;
    // The focus moves from the frame to the page that replaced the play page.
    if (document.activeElement instanceof HTMLIFrameElement) document.activeElement.blur();
    dataset.docked = '';
    return () => {
      delete dataset.docked;
    };
  }, [docked]);
}

/** Adds a started game to the player's recent games, one time for each start address. */
function useAddToRecentGames(url: string | undefined, game: AnyGame | undefined): void {
  const username = usePlayer()?.profile.username;
  const addedUrl = useRef<string>(undefined);
  useEffect(() => {
    if (!url || !game || !username || addedUrl.current === url) return;
    addedUrl.current = url;
    recentGames.add(username, game);
  }, [url, game, username]);
}

/** Ends the game after a logout, after another player's login, and during maintenance. */
function useEndWithPlayer({ username }: RunningGame): void {
  const { state } = useSession();
  const underMaintenance = useStore(maintenance);
  const player = state.phase === 'player' ? state.profile.username : undefined;
  // The player is unknown while the site restores the session.
  const known = state.phase === 'player' || state.phase === 'guest';
  const ended = underMaintenance || (known && player !== username);
  useEffect(() => {
    if (ended) runningGame.close();
  }, [ended]);
}

const patterns = [paths.play, paths.playNamed, paths.playFull].map((item) => item.pattern);

/** Returns the place of a running game: the play page, a page of virtual games, or the dock. */
function usePlace({ kind, id, demo }: RunningGame): 'stage' | 'page' | 'dock' {
  const { pathname } = useLocation();
  const reserved = useStore(virtualStage) !== undefined;
  if (kind === 'virtual') return reserved ? 'page' : 'dock';
  const match = patterns.map((pattern) => matchPath(pattern, pathname)).find(Boolean);
  const shown = match && parsePlayAddress(match.params);
  const own = shown && shown.kind === kind && shown.id === id && shown.demo === demo;
  return own ? 'stage' : 'dock';
}

type Reported = Extract<GameMessage, { event: 'balance' }>;

/**
 * Returns a function that adds a game's rounds to the net result of the visit. It sums real and
 * bonus balance, because a converted bonus is not a win. A rise of the balance counts only up to the
 * wins that the game reports, because the rest is a deposit.
 */
function useNetResult(): (reported: Pick<Reported, 'balance' | 'bonus' | 'win'>) => void {
  const { balance, bonus } = useBalance();
  const lastTotal = useRef<number>(undefined);
  const rises = useRef(0);
  return (reported) => {
    const walletTotal = balance === undefined ? undefined : balance + (bonus ?? 0);
    const before = lastTotal.current ?? walletTotal;
    lastTotal.current = reported.balance + (reported.bonus ?? bonus ?? 0);
    if (before === undefined) return;
    const change = lastTotal.current - before;
    rises.current += Math.max(change, 0);
    const won = Math.min(rises.current, reported.win);
    rises.current -= won;
    addPlayTime({ net: Math.min(change, 0) + won });
  };
}

interface DockBarProps {
  game: RunningGame;
  name: string;
  /** The place of the dock, or undefined on narrow screens, which have a fixed place. */
  dock: Dock | undefined;
}

/** The bar of a docked game: link back to the game, balance, and buttons that move and end it. */
export function DockBar({ game, name, dock }: DockBarProps) {
  const { t } = useTranslation('play');
  return (
    <div className={bar.bar}>
      <Link className={bar.back} to={game.address} aria-label={t('dock.back', { name })}>
        <span className={bar.name}>{name}</span>
        <IconArrowsMaximize className={bar.icon} size={18} aria-hidden="true" />
      </Link>
      <div className={bar.wallet}>
        {game.demo ? <Badge tone="warning">{t('demo')}</Badge> : <Wallet />}
      </div>
      {!game.demo && <BreakButton compact />}
      {dock && (
        <>
          <IconButton
            size="small"
            className={bar.handle}
            label={t('dock.move')}
            aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight"
            icon={<IconArrowsMove size={18} />}
            {...dock.move}
          />
          <IconButton
            size="small"
            className={bar.handle}
            label={t('dock.resize')}
            aria-keyshortcuts="ArrowUp ArrowDown"
            icon={<IconArrowsDiagonal size={18} />}
            {...dock.resize}
          />
        </>
      )}
      <IconButton
        size="small"
        label={t('close', { name })}
        icon={<IconX size={18} />}
        onClick={runningGame.close}
      />
    </div>
  );
}
