import { call } from '@/lib/gateway/site';
import type { OpenedGame } from '@/components/games/model/runningGame';
import { bootstrap } from '@/lib/bootstrap/bootstrap';

/** Starts a game and returns its address; '' if the platform returned none (spec §7, §8). */
export async function startGame(game: OpenedGame): Promise<string> {
  const options = { suppressToast: true };
  if (game.kind === 'virtual') {
    const providerID = bootstrap().virtualGames[game.id];
    if (providerID === undefined)
      throw new Error(`start virtual game: the brand has no ${game.id}`);
    const request = { providerID, type: game.id };
    return (await call('virtualgames/init_game', request, options)).data.url;
  }
  const { kind, id, demo } = game;
  const answer =
    kind === 'live'
      ? await call('livecasino/init_game', { tableID: id, isMobile: true }, options)
      : await call('casino/init_game', { gameID: id, ...(demo && { demo }) }, options);
  return answer.data.url;
}
