import { call } from '@/lib/gateway';
import type { GameRequest } from '@/components/games/model';

/** Starts a game and returns its address; '' if the platform returned none (spec §7, §8). */
export async function startGame({ kind, id, demo }: GameRequest): Promise<string> {
  const options = { suppressToast: true };
  const answer =
    kind === 'live'
      ? await call('livecasino/init_game', { tableID: id, isMobile: true }, options)
      : await call('casino/init_game', { gameID: id, ...(demo && { demo }) }, options);
  return answer.data.url;
}
