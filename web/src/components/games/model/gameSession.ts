import type { RecordID } from '@/contracts/types';
import { paths } from '@/lib/paths/paths';
import type { GameKind } from '@/lib/player/useFavorites';
import { createStoredValue } from '@/lib/storage/storedValue';
import { idOf, kindOf, type AnyGame } from './game';

/** The page on which a game was chosen. */
interface GameOrigin {
  /** Path and query. */
  address: string;
  /** Its position in the history of the tab. */
  index: number;
}

/** What the paths of all play pages begin with. */
const [playPrefix = ''] = paths.play.pattern.split(':');

const stored = createStoredValue<GameOrigin | undefined>('gameOrigin', {
  area: 'session',
  parse: (json) => (json as GameOrigin | null) ?? undefined,
});

/** Returns the position of the current page in the history of the tab, which the router counts. */
export const historyIndex = (): number =>
  (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** The page on which the game of this tab was chosen: with its filters, and with the position to return to. */
export const gameOrigin = {
  get: stored.get,
  /** Saves the current page. A game chosen on another game's page keeps the page of that one. */
  save(): void {
    const { pathname, search } = window.location;
    if (pathname.startsWith(playPrefix)) return;
    stored.set({ address: pathname + search, index: historyIndex() });
  },
  clear: (): void => stored.remove(),
};

/** The game that was opened last. It is stored so that the play page knows its name and picture after a reload. */
const opened = createStoredValue<AnyGame | undefined>('gameSession', {
  area: 'session',
  parse: (json) => (json as AnyGame | null) ?? undefined,
});

/** The game that was opened last in this tab (spec §4, "Game session"). */
export const gameSession = {
  get: () => opened.get(),
  /** Stores the game that the player chose, and the page on which it was chosen. */
  set(game: AnyGame): void {
    gameOrigin.save();
    opened.set(game);
  },
  clear: (): void => opened.remove(),
  /**
   * Begins a game: removes the stored game when it is another one (spec §4). The stored origin is that of a game which
   * was chosen on the site.
   */
  start(kind: GameKind, id: RecordID): void {
    const game = opened.get();
    const chosen = game && kindOf(game) === kind && idOf(game) === id;
    if (!chosen) opened.remove();
    if (!chosen && slotHint.get()?.gameID !== id) gameOrigin.clear();
  },
  subscribe: opened.subscribe,
};

/** What a link to a slot knows of it where it has no record of the game: enough to show and to find the record. */
export interface SlotHint {
  gameID: RecordID;
  name?: string;
  image?: string;
  /** A category that contains the slot; else it is searched for by its name. */
  categoryID?: RecordID;
}

const hint = createStoredValue<SlotHint | undefined>('slotHint', {
  area: 'session',
  parse: (json) => (json as SlotHint | null) ?? undefined,
});

/** The slot that was opened last in this tab by such a link. */
export const slotHint = {
  get: () => hint.get(),
  /** Stores what is known of the slot that the player chose, and the page on which it was chosen. */
  set(known: SlotHint): void {
    gameOrigin.save();
    hint.set(known);
  },
  subscribe: hint.subscribe,
};
