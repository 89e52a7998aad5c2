import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { gameKey, runningGame, type GameRequest } from '@/components/games/model/runningGame';
import { Drawer } from '@/components/ui/Dialog/Dialog';
import { desktopQuery, useMedia } from '@/lib/media';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { usePlayer } from '@/lib/session/useSession';
import { useStore } from '@/lib/store/store';
import { useGameTournament } from '../api/play';
import { GamePanel } from '../components/GamePanel';
import { PlayBar } from '../components/PlayBar';
import { useFullscreen } from '../hooks/useStage';
import { useGameFavorite, useGoBack, useLeaveGame, useShownGame } from '../hooks/useShownGame';
import { parsePlayAddress, realAddressOf, stagePanel } from '../model/playAddress';
import css from './PlayRoute.module.css';

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
