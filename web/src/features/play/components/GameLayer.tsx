import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useGameMessages } from '@/components/games/hooks/useGameMessages';
import { useGameStart } from '@/components/games/api/useGameStart';
import { gameKey, runningGame, type RunningGame } from '@/components/games/model/runningGame';
import { gameLayerId } from '@/components/games/model/virtualStage';
import { desktopQuery, useMedia } from '@/lib/media';
import { paths } from '@/lib/paths/paths';
import { useStore } from '@/lib/store/useStore';
import { startGame } from '../api/startGame';
import { useAddToRecentGames } from '../hooks/useAddToRecentGames';
import { useCoverStage } from '../hooks/useCoverStage';
import { useDock } from '../hooks/useDock';
import { useEndWithPlayer } from '../hooks/useEndWithPlayer';
import { useLeaveGame } from '../hooks/useLeaveGame';
import { useNetResult } from '../hooks/useNetResult';
import { usePlace } from '../hooks/usePlace';
import { useShownGame } from '../hooks/useShownGame';
import { useStartFailure } from '../hooks/useStartFailure';
import { realAddressOf } from '../model/playAddress';
import { stagePanel } from '../model/stagePanel';
import { DockBar } from './DockBar';
import { GameStage } from './GameStage';
import { PlayerLimits } from './PlayerLimits';
import css from './GameLayer.module.css';

/**
 * The running game. It is mounted once, outside the pages, and never moved in the document, since a frame that is moved
 * is loaded again: styles alone place it on the stage of the play page, within a page of virtual games, or in the dock.
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
  const { known, name, image } = useShownGame(game);
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
  // A player who leaves before the game has started does not expect it to open on another page.
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
        url={url}
        name={name}
        image={image}
        virtualType={game.kind === 'virtual' ? game.id : undefined}
        inert={paused || (docked && !wide)}
        realAddress={game.demo ? realAddressOf(game) : undefined}
        onMessage={handleMessage}
        onRestart={retry}
        onLeave={end}
      />
      {url && !game.demo && <PlayerLimits onLeave={goHome} onPause={setPaused} />}
    </section>
  );
}

/** Marks the document while a game is docked, so that pages leave space for it. */
function useDockedPage(docked: boolean): void {
  useEffect(() => {
    if (!docked) return;
    const { dataset } = document.documentElement;
    // The page that has replaced the play page takes the focus.
    if (document.activeElement instanceof HTMLIFrameElement) document.activeElement.blur();
    dataset.docked = '';
    return () => {
      delete dataset.docked;
    };
  }, [docked]);
}
