import { idOf, kindOf, type AnyGame } from './game';

/** How many games are stored for each player. */
const limit = 20;
const listeners = new Set<() => void>();

/** Keys are by user name, since the uid is sealed anew at every login. */
const storageKey = (username: string) => `recentGames:${username}`;

function readText(username: string): string {
  try {
    return localStorage.getItem(storageKey(username)) ?? '[]';
  } catch {
    return '[]';
  }
}

/** The games that a player has played in this browser, newest first. */
export const recentGames = {
  /** Returns the stored list as text, which is a stable snapshot for React. */
  readText,
  parse(text: string): AnyGame[] {
    try {
      const list = JSON.parse(text) as unknown;
      return Array.isArray(list) ? (list as AnyGame[]) : [];
    } catch {
      return [];
    }
  },
  /** Moves a game to the head of a player's list. */
  add(username: string, game: AnyGame): void {
    const isSame = (it: AnyGame) => kindOf(it) === kindOf(game) && idOf(it) === idOf(game);
    const others = recentGames.parse(readText(username)).filter((it) => !isSame(it));
    try {
      const list = [game, ...others].slice(0, limit);
      localStorage.setItem(storageKey(username), JSON.stringify(list));
    } catch {
      // Full or forbidden storage: the lobby lacks the row of recent games.
    }
    listeners.forEach((listener) => listener());
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
