import { useCallback } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { parseRecordId } from '@/lib/recordId';
import { gameListAddress, type GameFilter, type GameListPaths } from '../model/gameFilter';

export interface GameFilterState<Sort extends string> {
  filter: GameFilter;
  sort: Sort;
  /** Returns the list's address with some filters changed; undefined removes a filter. */
  addressWith(change: GameFilter): string;
  setSort(sort: Sort): void;
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
  };
  const sort = sorts.find((it) => it === query.get('sort')) ?? sorts[0];
  const addressWith = (change: GameFilter) =>
    gameListAddress(paths, { ...filter, ...change }, sort === sorts[0] ? undefined : sort);
  const setSort = useCallback(
    (next: Sort) =>
      setQuery(
        (current) => {
          current.set('sort', next);
          return current;
        },
        { replace: true },
      ),
    [setQuery],
  );
  return { filter, sort, addressWith, setSort };
}
