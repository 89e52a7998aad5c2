import { useEffect } from 'react';
import { runningGame, type RunningGame } from '@/components/games/model/runningGame';
import { maintenance } from '@/lib/maintenance/flag';
import { useSession } from '@/lib/session/useSession';
import { useStore } from '@/lib/store/useStore';

/** Ends the game when its player has logged out, when another player has logged in, and during maintenance. */
export function useEndWithPlayer({ username }: RunningGame): void {
  const { state } = useSession();
  const underMaintenance = useStore(maintenance);
  const player = state.phase === 'player' ? state.profile.username : undefined;
  // While the session is restored it is not known yet whose it is.
  const known = state.phase === 'player' || state.phase === 'guest';
  const ended = underMaintenance || (known && player !== username);
  useEffect(() => {
    if (ended) runningGame.close();
  }, [ended]);
}
