import { createStoredValue } from '@/lib/storage/storedValue';
import { idOf, kindOf, type AnyGame } from './game';

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
