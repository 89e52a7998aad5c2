import { Suspense } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router';
import { gameDetails, gameKey, runningGame } from '@/components/games/model/runningGame';
import { lazySection, withTexts } from '@/components/ui/SectionErrors/lazySection';
import { OverlayErrors } from '@/components/ui/SectionErrors/OverlayErrors';
import { loadNamespace } from '@/lib/i18n/i18n';
import { paths } from '@/lib/paths/paths';
import { useStore } from '@/lib/store/store';

const GameLayer = lazySection(() =>
  withTexts(import('@/features/play/components/GameLayer'), 'GameLayer', 'play'),
);

const GameDetails = lazySection(async () => {
  const [module] = await Promise.all([
    import('@/features/play/components/GameDetails'),
    loadNamespace('play'),
  ]);
  return { default: module.GameDetails };
});

/** Renders the running game and game details next to the routes, so they survive page changes. */
export function GameHost() {
  return (
    <>
      <RunningGame />
      <ShownDetails />
    </>
  );
}

function RunningGame() {
  const game = useStore(runningGame);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  if (!game) return null;
  const end = () => {
    runningGame.close();
    // The stage of its page would remain empty.
    if (matchPath(`${paths.play.pattern}/*`, pathname))
      void navigate(paths.home.to(), { replace: true });
  };
  return (
    <OverlayErrors onClose={end} onRetry={() => void navigate(game.address)}>
      <Suspense fallback={null}>
        <GameLayer key={gameKey(game)} game={game} />
      </Suspense>
    </OverlayErrors>
  );
}

function ShownDetails() {
  const game = useStore(gameDetails);
  if (!game) return null;
  const close = () => gameDetails.set(undefined);
  return (
    <OverlayErrors onClose={close} onRetry={() => gameDetails.set(game)}>
      <Suspense fallback={null}>
        <GameDetails game={game} onClose={close} />
      </Suspense>
    </OverlayErrors>
  );
}
