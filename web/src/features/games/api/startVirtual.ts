import type { VirtualGameType } from '@/contracts/types';
import { bootstrap } from '@/lib/bootstrap';
import { call } from '@/lib/gateway';

/** The games of a list that the brand has: those whose provider it names. */
export const offered = (games: readonly VirtualGameType[]): VirtualGameType[] =>
  games.filter((type) => bootstrap().virtualGames[type] !== undefined);

/** Opens an offered game outside the lobbies for the player; gives its address. Failures are shown by the page. */
export async function startVirtual(type: VirtualGameType): Promise<string> {
  const providerID = bootstrap().virtualGames[type];
  if (providerID === undefined) throw new Error(`the brand has no ${type}`);
  const answer = await call(
    'virtualgames/init_game',
    { providerID, type },
    { suppressToast: true },
  );
  return answer.data.url;
}
