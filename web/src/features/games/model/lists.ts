import type { TFunction } from 'i18next';
import { openFirst } from '@/components/games/model/game';
import type { Game, Table } from '@/contracts/types';
import { currentLanguage } from '@/lib/i18n/language';
import { paths } from '@/lib/paths/paths';
import type { Comparator, GameListPaths } from './gameFilter';

export const tablePaths: GameListPaths = {
  all: () => paths.live.to(),
  category: (categoryID) => paths.liveCategory.to({ categoryID }),
  type: (type) => paths.liveType.to({ type }),
  provider: (providerID) => paths.liveProvider.to({ providerID }),
};

/** The sort orders of the live tables, with the platform's order first. */
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
 * Returns the loaded tables, open ones first. Closed ones follow the last page, therefore no table
 * moves.
 */
export const openTablesFirst = (tables: readonly Table[], morePages: boolean): Table[] =>
  openFirst(tables).filter(({ isOpen }) => isOpen || !morePages);

/** The table types with a translated name. Others show the platform's name. */
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

export const slotPaths: GameListPaths = {
  all: () => paths.slots.to(),
  category: (categoryID) => paths.slotCategory.to({ categoryID }),
  type: (type) => paths.slotType.to({ type }),
  provider: (providerID) => paths.slotProvider.to({ providerID }),
};

/** The sort orders of the slots, with the platform's order first. */
export const slotSorts = ['popular', 'name', 'new', 'jackpot', 'rtp'] as const;
export type SlotSort = (typeof slotSorts)[number];

export const slotComparators: Record<SlotSort, Comparator<Game>> = {
  popular: undefined,
  name: (a, b) => a.name.localeCompare(b.name, currentLanguage()),
  new: (a, b) => Number(b.isNew) - Number(a.isNew),
  jackpot: (a, b) => (b.jackpot ?? -1) - (a.jackpot ?? -1),
  rtp: (a, b) => b.rtp - a.rtp,
};

/** The slot types with a translated name. Others show the platform's name. */
const slotTypes = ['video', 'classic', 'ways', 'cluster', '3d', 'board'] as const;

export const slotTypeOptions = (t: TFunction<'games'>) =>
  slotTypes.map((value) => ({ value, label: t(`slots.types.${value}`) }));

/** Letters of Turkish and other names that players type without marks. */
const marks: Record<string, string> = { ı: 'i', ß: 'ss', ø: 'o', æ: 'ae' };

/** Returns a name for comparison, in lower case without marks. */
const folded = (text: string): string =>
  text
    .toLocaleLowerCase('en')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ıßøæ]/g, (letter) => marks[letter] ?? letter);

/** Reports whether the name of a provider contains a text, regardless of case and marks. */
export const matchesName = (name: string, search: string): boolean =>
  folded(name).includes(folded(search.trim()));
