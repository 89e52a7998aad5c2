import { lazy, Suspense } from 'react';
import { gameDetails } from '@/components/games/model/gameDetails';
import { runningGame } from '@/components/games/model/runningGame';
import { loadNamespace } from '@/lib/i18n/i18n';
import { useStore } from '@/lib/store/useStore';
import { reloadOnce } from './staleChunk';

const GameParts = lazy(async () => {
  const [module] = await Promise.all([
    import('@/features/play/components/GameParts'),
    loadNamespace('play'),
  ]).catch(reloadOnce);
  return { default: module.GameParts };
});

/**
 * Renders the running game and the details of a game beside the routes, so that they stay mounted while the pages and
 * lists change.
 */
export function GameHost() {
  const game = useStore(runningGame);
  const details = useStore(gameDetails);
  if (!game && !details) return null;
  return (
    <Suspense fallback={null}>
      <GameParts />
    </Suspense>
  );
}
