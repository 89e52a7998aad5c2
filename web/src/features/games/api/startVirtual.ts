import type { VirtualGameType } from '@/contracts/types';
import { bootstrap } from '@/lib/bootstrap';
import { call } from '@/lib/gateway';

/** Returns the games that the brand offers: those with a configured provider. */
export const offeredGames = (games: readonly VirtualGameType[]): VirtualGameType[] =>
  games.filter((type) => bootstrap().virtualGames[type] !== undefined);

/** Starts an offeredGames virtual game and returns its address. The page shows failures. */
export async function startVirtual(type: VirtualGameType): Promise<string> {
  const providerID = bootstrap().virtualGames[type];
  if (providerID === undefined) throw new Error(`start virtual game: the brand has no ${type}`);
  const answer = await call(
    'virtualgames/init_game',
    { providerID, type },
    { suppressToast: true },
  );
  return answer.data.url;
}
