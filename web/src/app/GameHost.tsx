import { lazy, Suspense } from 'react';
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

/** Renders the running game beside the routes, so that it stays mounted while the pages change. */
export function GameHost() {
  const game = useStore(runningGame);
  if (!game) return null;
  return (
    <Suspense fallback={null}>
      <GameLayer key={gameKey(game)} game={game} />
    </Suspense>
  );
}
