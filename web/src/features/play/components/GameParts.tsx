import { gameDetails, gameKey, runningGame } from '@/components/games/model';
import { useStore } from '@/lib/store';
import { GameDetails } from './GameDetails';
import { GameLayer } from './GameLayer';

/** The parts of the play feature that are beside the pages: the running game and the details of a game. */
export function GameParts() {
  const game = useStore(runningGame);
  const details = useStore(gameDetails);
  return (
    <>
      {game && <GameLayer key={gameKey(game)} game={game} />}
      {details && <GameDetails game={details} onClose={() => gameDetails.set(undefined)} />}
    </>
  );
}
