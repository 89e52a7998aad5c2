import type { RecordID, VirtualGameType } from '@/contracts/types';
import type { GameKind } from '@/lib/player/useFavorites';
import { createStoredValue } from '@/lib/storage/storedValue';
import { createStore } from '@/lib/store/store';
import { idOf, kindOf, type AnyGame } from './game';

/** The game that an address requests. */
export interface GameRequest {
  kind: GameKind;
  id: RecordID;
  /** Play without money; slots only. */
  demo: boolean;
  /** The provider's name, if the address has one. */
  provider: string | undefined;
}

/** A virtual game, which is shown within its page. */
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
  /** The name of the player; undefined for a guest's demo. */
  username: string | undefined;
};

/** A game that was opened and not closed: it is on the stage of its own page and docked on every other page. */
export type RunningGame = OpenedGame & {
  /** When it was opened: milliseconds since 1970. */
  startedAt: number;
};

const running = createStore<RunningGame | undefined>(undefined);

/** Identifies a start: the same player and the same game with or without money. */
export const gameKey = ({ kind, id, demo, username }: OpenedGame): string =>
  [kind, id, demo, username ?? ''].join('/');

/** The game that runs in this tab. There is one at most: opening another one ends it. */
export const runningGame = {
  get: running.get,
  subscribe: running.subscribe,
  /** Opens a game; one that runs already goes on. */
  open(game: OpenedGame): void {
    const current = running.get();
    const same = current && gameKey(current) === gameKey(game);
    running.set({ ...game, startedAt: same ? current.startedAt : Date.now() });
  },
  close: (): void => running.set(undefined),
};

/** The game whose details are shown; undefined while they are closed. */
export const gameDetails = createStore<AnyGame | undefined>(undefined);

/** The element that a page of virtual games reserves for its game; undefined on other pages. The game layer covers it. */
export const virtualStage = createStore<HTMLElement | undefined>(undefined);

/** The id of the element that contains the running game, which takes the focus. */
export const gameLayerId = 'game';

/** How many games are stored for each player. */
const limit = 20;
const none: readonly AnyGame[] = [];

/** Stored by user name, since the uid is sealed again at every login. */
const games = createStoredValue<readonly AnyGame[]>('recentGames', {
  parse: (json) => (Array.isArray(json) ? (json as AnyGame[]) : none),
});

/** The games that a player has played in this browser, newest first. */
export const recentGames = {
  /** Returns the games of a player; none for a guest. */
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
