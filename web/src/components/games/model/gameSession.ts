import type { RecordID } from '@/contracts/types';
import type { GameKind } from '@/lib/player/useFavorites';
import { createStoredValue } from '@/lib/storage/storedValue';
import { idOf, kindOf, type AnyGame } from './game';
import { gameOrigin } from './gameOrigin';
import { slotHint } from './slotHint';

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
