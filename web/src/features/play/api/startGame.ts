import { call } from '@/lib/gateway';
import type { GameKind } from '@/lib/player';

/** The game an address asks for. */
export interface Wanted {
  kind: GameKind;
  id: number;
  /** Without money; slots only. */
  demo: boolean;
}

/** Opens a game for the player and gives its address, '' where the platform gave none (spec §7, §8). */
export async function startGame({ kind, id, demo }: Wanted): Promise<string> {
  const options = { suppressToast: true };
  const answer =
    kind === 'live'
      ? await call('livecasino/init_game', { tableID: id, isMobile: true }, options)
      : await call('casino/init_game', { gameID: id, ...(demo && { demo }) }, options);
  return answer.data.url;
}
