import type { GameKind } from '@/lib/player';
import { idOf, kindOf, type AnyGame } from './game';

const key = 'gameSession';
const listeners = new Set<() => void>();
let current = read();

/** The game that was opened last, stored so that the play page has its name and image after a reload. */
export const gameSession = {
  current: (): AnyGame | undefined => current,
  set: (game: AnyGame): void => put(game),
  clear: (): void => put(undefined),
  /** Clears the stored game if another one is started (spec §4). */
  start(kind: GameKind, id: number): void {
    if (current && (kindOf(current) !== kind || idOf(current) !== id)) put(undefined);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function put(game: AnyGame | undefined): void {
  if (game === current) return;
  current = game;
  try {
    if (game) sessionStorage.setItem(key, JSON.stringify(game));
    else sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden: the name is unknown after a reload.
  }
  listeners.forEach((listener) => listener());
}

function read(): AnyGame | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as AnyGame | null) ?? undefined;
  } catch {
    return undefined;
  }
}
