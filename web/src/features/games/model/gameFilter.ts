import { searchMinimum } from '@/contracts/constants';
import type { RecordID } from '@/contracts/types';

/** How a list of games is filtered: ids of the platform; undefined for no filter. */
export interface GameFilter {
  providerID?: RecordID;
  categoryID?: RecordID;
  type?: string;
  /** The text that names of games contain, at least 3 characters (spec §5). */
  searchGameName?: string;
}

/** Returns the text to search for: undefined where it is too short (spec §5, at least 3 characters). */
export function searchText(text: string | null): string | undefined {
  const trimmed = text?.trim() ?? '';
  return [...trimmed].length >= searchMinimum ? trimmed : undefined;
}

/** Returns whether a filter restricts the list at all. */
export const isFiltered = (filter: GameFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/** The addresses of one list of games (spec §2). */
export interface GameListPaths {
  all(): string;
  category(categoryID: RecordID): string;
  type(type: string): string;
  provider(providerID: RecordID): string;
}

/** Compares two items of a list; undefined for the platform's own order. */
export type Comparator<Item> = ((a: Item, b: Item) => number) | undefined;

/**
 * Returns the address of a list with a filter: the first of category, type and provider is part of the
 * path, the others are query parameters. `sort` is omitted where it is the default.
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
