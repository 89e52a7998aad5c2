import { lazy, Suspense } from 'react';
import { gameDetails } from '@/components/games/model/gameDetails';
import { gameKey, runningGame } from '@/components/games/model/runningGame';
import { loadNamespace } from '@/lib/i18n/i18n';
import { useStore } from '@/lib/store/useStore';
import { reloadOnce } from './staleChunk';

const GameLayer = lazy(async () => {
  const [module] = await Promise.all([
    import('@/features/play/components/GameLayer'),
    loadNamespace('play'),
  ]).catch(reloadOnce);
  return { default: module.GameLayer };
});

const GameDetails = lazy(async () => {
  const [module] = await Promise.all([
    import('@/features/play/components/GameDetails'),
    loadNamespace('play'),
  ]).catch(reloadOnce);
  return { default: module.GameDetails };
});

/**
 * Renders the running game and the details of a game beside the routes, so that they stay mounted while the pages and
 * lists change.
 */
export function GameHost() {
  const game = useStore(runningGame);
  const details = useStore(gameDetails);
  return (
    <>
      {game && (
        <Suspense fallback={null}>
          <GameLayer key={gameKey(game)} game={game} />
        </Suspense>
      )}
      {details && (
        <Suspense fallback={null}>
          <GameDetails game={details} onClose={() => gameDetails.set(undefined)} />
        </Suspense>
      )}
    </>
  );
}
