import type { VirtualGameType } from '@/contracts/types';
import { bootstrap } from '@/lib/bootstrap/bootstrap';

/** Returns the games that the brand offers: those with a configured provider. */
export const offeredGames = (games: readonly VirtualGameType[]): VirtualGameType[] =>
  games.filter((type) => bootstrap().virtualGames[type] !== undefined);
