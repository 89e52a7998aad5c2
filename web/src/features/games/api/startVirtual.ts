import type { VirtualGameType } from '@/contracts/types';
import { call } from '@/lib/gateway';

/** The platform's own house, whose games outside the lobbies these are. */
const house = 1;

/** Opens a game outside the lobbies for the player; gives its address. Failures are shown by the page. */
export async function startVirtual(type: VirtualGameType): Promise<string> {
  const answer = await call('virtualgames/init_game', { providerID: house, type }, { quiet: true });
  return answer.data.url;
}
