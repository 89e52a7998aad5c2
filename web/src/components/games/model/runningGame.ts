import type { RecordID, VirtualGameType } from '@/contracts/types';
import type { GameKind } from '@/lib/player/useFavorites';
import { createStoredValue } from '@/lib/storage/storedValue';
import { createStore } from '@/lib/store/store';
import { idOf, kindOf, type AnyGame } from './game';

/** The game in an address. */
export interface GameRequest {
  kind: GameKind;
  id: RecordID;
  /** Play without money, for slots only. */
  demo: boolean;
  /** The provider's name, if the address has one. */
  provider: string | undefined;
}

/** A virtual game, which runs inside its page. */
export interface VirtualGameRequest {
  kind: 'virtual';
  id: VirtualGameType;
  demo: false;
  name: string;
}

/** A game as a page opens it. */
export type OpenedGame = (GameRequest | VirtualGameRequest) & {
  /** The address of its page. */
  address: string;
  /** The name of the player, or undefined for a guest's demo. */
  username: string | undefined;
};

/** A game that is open. It is on the stage of its own page and docked on other pages. */
export type RunningGame = OpenedGame & {
  /** The time of the opening: milliseconds since 1970. */
  startedAt: number;
};

const running = createStore<RunningGame | undefined>(undefined);

/** Returns the identity of a start: the player, the game, and with or without money. */
export const gameKey = ({ kind, id, demo, username }: OpenedGame): string =>
  [kind, id, demo, username ?? ''].join('/');

/** The game that runs in this tab. There is at most one, so opening another one ends it. */
export const runningGame = {
  get: running.get,
  subscribe: running.subscribe,
  /** Opens a game. A game that already runs continues. */
  open(game: OpenedGame): void {
    const current = running.get();
    const same = current && gameKey(current) === gameKey(game);
    running.set({ ...game, startedAt: same ? current.startedAt : Date.now() });
  },
  close: (): void => running.set(undefined),
};

/** The game of the open details, or undefined while they are closed. */
export const gameDetails = createStore<AnyGame | undefined>(undefined);

/** The element that a page of virtual games reserves, if any. The game layer covers it. */
export const virtualStage = createStore<HTMLElement | undefined>(undefined);

/** The id of the element with the running game, which takes the focus. */
export const gameLayerId = 'game';

/** The number of games that are stored for each player. */
const limit = 20;
const none: readonly AnyGame[] = [];

/** Stored by user name, because the uid changes at every login. */
const games = createStoredValue<readonly AnyGame[]>('recentGames', {
  parse: (json) => (Array.isArray(json) ? (json as AnyGame[]) : none),
});

/** The games that a player has played in this browser, newest first. */
export const recentGames = {
  /** Returns the games of a player, or none for a guest. */
  get: (username: string | undefined): readonly AnyGame[] =>
    username === undefined ? none : games.get(username),
  /** Moves a game to the head of a player's list. */
  add(username: string, game: AnyGame): void {
    const isSame = (item: AnyGame) => kindOf(item) === kindOf(game) && idOf(item) === idOf(game);
    const others = games.get(username).filter((item) => !isSame(item));
    games.set([game, ...others].slice(0, limit), username);
  },
  subscribe: games.subscribe,
};
