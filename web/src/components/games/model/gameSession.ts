import type { GameKind } from '@/lib/player';
import { idOf, kindOf, type AnyGame } from './game';

const storageKey = 'gameSession';
const listeners = new Set<() => void>();
let current = read();

/** The game that was opened last, stored so that the play page has its name and image after a reload. */
export const gameSession = {
  current: (): AnyGame | undefined => current,
  set: (game: AnyGame): void => replace(game),
  clear: (): void => replace(undefined),
  /** Clears the stored game if another one is started (spec §4). */
  start(kind: GameKind, id: number): void {
    if (current && (kindOf(current) !== kind || idOf(current) !== id)) replace(undefined);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function replace(game: AnyGame | undefined): void {
  if (game === current) return;
  current = game;
  try {
    if (game) sessionStorage.setItem(storageKey, JSON.stringify(game));
    else sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is forbidden: the name is unknown after a reload.
  }
  listeners.forEach((listener) => listener());
}

function read(): AnyGame | undefined {
  try {
    return (
      (JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as AnyGame | null) ?? undefined
    );
  } catch {
    return undefined;
  }
}
