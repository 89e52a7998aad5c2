import { casinoGamesListKey } from '@/contracts/keys';
import type { Game } from '@/contracts/types';
import { useGamePages, type GameFilter, type GamePages } from '@/lib/games';

/** The orders a list may stand in; the first is the platform's own. */
export const gameSorts = ['popular', 'name', 'new', 'jackpot', 'rtp'] as const;
export type GameSort = (typeof gameSorts)[number];

const orders: Record<GameSort, ((a: Game, b: Game) => number) | undefined> = {
  popular: undefined,
  name: (a, b) => a.name.localeCompare(b.name, 'tr'),
  new: (a, b) => Number(b.isNew) - Number(a.isNew),
  jackpot: (a, b) => (b.jackpot ?? -1) - (a.jackpot ?? -1),
  rtp: (a, b) => b.rtp - a.rtp,
};

/** Slots by filter, 48 at a time. */
export const useGames = (filter: GameFilter, sort: GameSort): GamePages<Game> =>
  useGamePages(casinoGamesListKey, filter, orders[sort]);
