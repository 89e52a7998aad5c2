import type { TFunction } from 'i18next';
import { openFirst } from '@/components/games/model/tables';
import type { Table } from '@/contracts/types';
import { currentLanguage } from '@/lib/i18n/language';
import { paths } from '@/lib/paths/paths';
import type { Comparator, GameListPaths } from './gameFilter';

export const tablePaths: GameListPaths = {
  all: () => paths.live.to(),
  category: (categoryID) => paths.liveCategory.to({ categoryID }),
  type: (type) => paths.liveType.to({ type }),
  provider: (providerID) => paths.liveProvider.to({ providerID }),
};

/** The sort orders of the live tables; the first is the platform's own. */
export const tableSorts = ['popular', 'open', 'low', 'high', 'name'] as const;
export type TableSort = (typeof tableSorts)[number];

export const tableComparators: Record<TableSort, Comparator<Table>> = {
  popular: undefined,
  open: (a, b) => Number(b.isOpen) - Number(a.isOpen),
  low: (a, b) => a.minBet - b.minBet,
  high: (a, b) => b.maxBet - a.maxBet,
  name: (a, b) => a.name.localeCompare(b.name, currentLanguage()),
};

/**
 * Returns loaded tables with the open ones first. While pages are missing, closed tables are held back: they follow
 * the open ones of the last page, so that no table moves when a page is added.
 */
export const openTablesFirst = (tables: readonly Table[], morePages: boolean): Table[] =>
  openFirst(tables).filter(({ isOpen }) => isOpen || !morePages);

/** The types of tables that have a translated name; others are shown under the platform's name. */
const tableTypes = [
  'roulette',
  'blackjack',
  'baccarat',
  'poker',
  'gameshow',
  'sicbo',
  'dragontiger',
] as const;

export const tableTypeOptions = (t: TFunction<'games'>) =>
  tableTypes.map((value) => ({ value, label: t(`tables.types.${value}`) }));
