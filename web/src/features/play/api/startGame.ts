import { call } from '@/lib/gateway';
import type { GameKind } from '@/lib/player';

/** The game that an address requests. */
export interface Wanted {
  kind: GameKind;
  id: number;
  /** Play without money; slots only. */
  demo: boolean;
}

/** Starts a game and returns its address; '' if the platform returned none (spec §7, §8). */
export async function startGame({ kind, id, demo }: Wanted): Promise<string> {
  const options = { suppressToast: true };
  const answer =
    kind === 'live'
      ? await call('livecasino/init_game', { tableID: id, isMobile: true }, options)
      : await call('casino/init_game', { gameID: id, ...(demo && { demo }) }, options);
  return answer.data.url;
}
