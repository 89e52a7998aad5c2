import type { RecordID } from '@/contracts/types';
import type { GameKind } from '@/lib/player/useFavorites';
import { createStore } from '@/lib/store/store';

/** The game that an address requests. */
export interface GameRequest {
  kind: GameKind;
  id: RecordID;
  /** Play without money; slots only. */
  demo: boolean;
}

/** A game that was opened and not closed: it fills the play page and is docked on every other page. */
export interface RunningGame extends GameRequest {
  /** The provider's name, if the address has one. */
  provider: string | undefined;
  /** The path of its play page. */
  address: string;
  /** The name of the player; undefined for a guest's demo. */
  username: string | undefined;
  /** When it was opened: milliseconds since 1970. */
  startedAt: number;
}

const running = createStore<RunningGame | undefined>(undefined);

/** Identifies a start: the same player and the same game with or without money. */
export const gameKey = ({ kind, id, demo, username }: Omit<RunningGame, 'startedAt'>): string =>
  [kind, id, demo, username ?? ''].join('/');

/** The game that runs in this tab. There is one at most: opening another one ends it. */
export const runningGame = {
  get: running.get,
  subscribe: running.subscribe,
  /** Opens a game; one that runs already goes on. */
  open(game: Omit<RunningGame, 'startedAt'>): void {
    const current = running.get();
    if (current && gameKey(current) === gameKey(game)) return;
    running.set({ ...game, startedAt: Date.now() });
  },
  close: (): void => running.set(undefined),
};
