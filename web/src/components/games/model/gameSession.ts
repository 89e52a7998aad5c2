import type { RecordID } from '@/contracts/types';
import { paths } from '@/lib/paths/paths';
import type { GameKind } from '@/lib/player/useFavorites';
import { createStoredValue } from '@/lib/storage/storedValue';
import { idOf, kindOf, type AnyGame } from './game';

/** The page from which the player chose a game. */
interface GameOrigin {
  /** Path and query. */
  address: string;
  /** Its position in the history of the tab. */
  index: number;
}

/** The common prefix of all play pages. */
const [playPrefix = ''] = paths.play.pattern.split(':');

const stored = createStoredValue<GameOrigin | undefined>('gameOrigin', {
  area: 'session',
  parse: (json) => (json as GameOrigin | null) ?? undefined,
});

/** Returns the position of the current page in the tab's history, as the router counts it. */
export const historyIndex = (): number =>
  (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** The page from which the player chose this tab's game, with filters and history position. */
export const gameOrigin = {
  get: stored.get,
  /** Saves the current page. A game chosen on another game's page keeps that game's page. */
  save(): void {
    const { pathname, search } = window.location;
    if (pathname.startsWith(playPrefix)) return;
    stored.set({ address: pathname + search, index: historyIndex() });
  },
  clear: (): void => stored.remove(),
};

/** The last opened game. It is stored, so the play page has its name and picture after a reload. */
const opened = createStoredValue<AnyGame | undefined>('gameSession', {
  area: 'session',
  parse: (json) => (json as AnyGame | null) ?? undefined,
});

/** The last opened game of this tab. */
export const gameSession = {
  get: () => opened.get(),
  /** Stores the game that the player chose, and the current page. */
  set(game: AnyGame): void {
    gameOrigin.save();
    opened.set(game);
  },
  clear: (): void => opened.remove(),
  /** Begins a game. Removes the stored game and origin if they belong to another game. */
  start(kind: GameKind, id: RecordID): void {
    const game = opened.get();
    const chosen = game && kindOf(game) === kind && idOf(game) === id;
    if (!chosen) opened.remove();
    if (!chosen && slotHint.get()?.gameID !== id) gameOrigin.clear();
  },
  subscribe: opened.subscribe,
};

/** The known fields of a slot behind a link, which are enough to show it and to find its record. */
export interface SlotHint {
  gameID: RecordID;
  name?: string;
  image?: string;
  srcset?: string;
  /** A category that contains the slot. Without it the slot is searched by its name. */
  categoryID?: RecordID;
}

const hint = createStoredValue<SlotHint | undefined>('slotHint', {
  area: 'session',
  parse: (json) => (json as SlotHint | null) ?? undefined,
});

/** The last slot of this tab that was opened by such a link. */
export const slotHint = {
  get: () => hint.get(),
  /** Stores the known fields of the chosen slot, and the current page. */
  set(known: SlotHint): void {
    gameOrigin.save();
    hint.set(known);
  },
  subscribe: hint.subscribe,
};
