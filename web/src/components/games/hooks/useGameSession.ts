import { useStore } from '@/lib/store/useStore';
import type { AnyGame } from '../model/game';
import { gameSession } from '../model/gameSession';

/** Returns the game of the session and renders again when it changes. */
export const useGameSession = (): AnyGame | undefined => useStore(gameSession);
