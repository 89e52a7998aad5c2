import { searchMinimum } from '@/contracts/constants';
import type { RecordID } from '@/contracts/types';

/** The filter of a list of games by ids of the platform. Undefined means no filter. */
export interface GameFilter {
  providerID?: RecordID;
  categoryID?: RecordID;
  type?: string;
  /** A part of the game's name, at least 3 characters. */
  searchGameName?: string;
}

/** Returns the text to search for, or undefined if it has less than 3 characters. */
export function searchText(text: string | null): string | undefined {
  const trimmed = text?.trim() ?? '';
  return [...trimmed].length >= searchMinimum ? trimmed : undefined;
}

/** Reports whether a filter restricts the list. */
export const isFiltered = (filter: GameFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/** Reports whether the page may contain the list: with one category or provider at most. */
export const isServed = (filter: GameFilter): boolean =>
  !filter.type && !filter.searchGameName && !(filter.categoryID && filter.providerID);

/** The addresses of one list of games. */
export interface GameListPaths {
  all(): string;
  category(categoryID: RecordID): string;
  type(type: string): string;
  provider(providerID: RecordID): string;
}

/** Compares two items of a list, or undefined for the platform's order. */
export type Comparator<Item> = ((a: Item, b: Item) => number) | undefined;

/**
 * Returns the address of a list with a filter. The first of category, type and provider is in the
 * path, the others are query parameters. The default `sort` is omitted.
 */
export function gameListAddress(
  paths: GameListPaths,
  { categoryID, type, providerID, searchGameName }: GameFilter,
  sort: string | undefined,
): string {
  const query = new URLSearchParams();
  let path = paths.all();
  if (categoryID !== undefined) {
    path = paths.category(categoryID);
    if (type !== undefined) query.set('type', type);
  } else if (type !== undefined) path = paths.type(type);
  else if (providerID !== undefined) path = paths.provider(providerID);
  const isProviderInPath = categoryID === undefined && type === undefined;
  if (!isProviderInPath && providerID !== undefined) query.set('provider', String(providerID));
  if (searchGameName !== undefined) query.set('q', searchGameName);
  if (sort !== undefined) query.set('sort', sort);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
