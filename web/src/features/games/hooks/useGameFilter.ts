import { useCallback } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { parseRecordId } from '@/lib/recordId';
import {
  gameListAddress,
  searchText,
  type GameFilter,
  type GameListPaths,
} from '../model/gameFilter';

export interface GameFilterState<Sort extends string> {
  filter: GameFilter;
  sort: Sort;
  /** Returns the list's address with some filters changed; undefined removes a filter. */
  addressWith(change: GameFilter): string;
  setSort(sort: Sort): void;
  /** Searches the list; a text that is too short, or undefined, ends the search. */
  setSearch(text: string | undefined): void;
}

/** Reads filter and sort order of a list from the address, so that every list can be linked to. */
export function useGameFilter<Sort extends string>(
  paths: GameListPaths,
  sorts: readonly [Sort, ...Sort[]],
): GameFilterState<Sort> {
  const params = useParams();
  const [query, setQuery] = useSearchParams();
  const filter: GameFilter = {
    categoryID: parseRecordId(params.categoryID ?? query.get('category')),
    type: params.type ?? query.get('type') ?? undefined,
    providerID: parseRecordId(params.providerID ?? query.get('provider')),
    searchGameName: searchText(query.get('q')),
  };
  const sort = sorts.find((it) => it === query.get('sort')) ?? sorts[0];
  const addressWith = (change: GameFilter) =>
    gameListAddress(paths, { ...filter, ...change }, sort === sorts[0] ? undefined : sort);
  const setParameter = useCallback(
    (name: string, value: string | undefined) =>
      setQuery(
        (current) => {
          if (value === undefined) current.delete(name);
          else current.set(name, value);
          return current;
        },
        { replace: true },
      ),
    [setQuery],
  );
  const setSort = useCallback((next: Sort) => setParameter('sort', next), [setParameter]);
  const setSearch = useCallback(
    (text: string | undefined) => setParameter('q', searchText(text ?? null)),
    [setParameter],
  );
  return { filter, sort, addressWith, setSort, setSearch };
}
