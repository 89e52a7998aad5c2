import { useMemo, useSyncExternalStore } from 'react';
import { usePlayer } from '../session';
import { idOf, kindOf, type AnyGame } from './game';

/** How many games a player's list keeps. */
const kept = 20;
const listeners = new Set<() => void>();

/** By the name of the player: the uid is sealed anew at every login. */
const keyOf = (username: string) => `recentGames:${username}`;

const text = (username: string) => {
  try {
    return localStorage.getItem(keyOf(username)) ?? '[]';
  } catch {
    return '[]';
  }
};

function parse(stored: string): AnyGame[] {
  try {
    const list = JSON.parse(stored) as unknown;
    return Array.isArray(list) ? (list as AnyGame[]) : [];
  } catch {
    return [];
  }
}

/** Puts a game at the head of a player's recently played ones. */
export function rememberPlayed(username: string, game: AnyGame): void {
  const same = (it: AnyGame) => kindOf(it) === kindOf(game) && idOf(it) === idOf(game);
  const list = [game, ...parse(text(username)).filter((it) => !same(it))].slice(0, kept);
  try {
    localStorage.setItem(keyOf(username), JSON.stringify(list));
  } catch {
    // A full or forbidden storage costs the row, nothing more.
  }
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the player has played last at this browser, newest first; nothing for a guest. */
export function useRecentGames(): AnyGame[] {
  const username = usePlayer()?.profile.username;
  const stored = useSyncExternalStore(subscribe, () => (username ? text(username) : '[]'));
  return useMemo(() => parse(stored), [stored]);
}
