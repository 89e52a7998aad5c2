import { paths } from '@/lib/paths/paths';
import { createStoredValue } from '@/lib/storage/storedValue';

/** The page on which a game was chosen. */
export interface GameOrigin {
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
