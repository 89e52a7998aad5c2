import { createStore } from '@/lib/store/store';
import type { AnyGame } from './game';

/** The game whose details are shown; undefined while they are closed. */
export const gameDetails = createStore<AnyGame | undefined>(undefined);
