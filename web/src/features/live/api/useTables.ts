import { livecasinoGameTableListKey } from '@/contracts/keys';
import type { Table } from '@/contracts/types';
import { useGamePages, type GameFilter, type GamePages } from '@/lib/games';

/** The orders a list may stand in; the first is the platform's own. */
export const tableSorts = ['popular', 'open', 'low', 'high', 'name'] as const;
export type TableSort = (typeof tableSorts)[number];

const orders: Record<TableSort, ((a: Table, b: Table) => number) | undefined> = {
  popular: undefined,
  open: (a, b) => Number(b.isOpen) - Number(a.isOpen),
  low: (a, b) => a.minBet - b.minBet,
  high: (a, b) => b.maxBet - a.maxBet,
  name: (a, b) => a.name.localeCompare(b.name, 'tr'),
};

/** Live tables by filter, 48 at a time. */
export const useTables = (filter: GameFilter, sort: TableSort): GamePages<Table> =>
  useGamePages(livecasinoGameTableListKey, filter, orders[sort]);
