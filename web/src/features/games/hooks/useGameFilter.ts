import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useRequested } from '@/lib/page/page';
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
  /** Returns the list's address with some filters changed. Undefined removes a filter. */
  addressWith(change: GameFilter): string;
  /** Changes some filters. Undefined removes a filter. */
  setFilter(change: GameFilter): void;
  setSort(sort: Sort): void;
  /** Searches the list. A too short or undefined text ends the search. */
  setSearch(text: string | undefined): void;
}

/** Reads filter and sort order of a list from the address, therefore every list has a link. */
export function useGameFilter<Sort extends string>(
  paths: GameListPaths,
  sorts: readonly [Sort, ...Sort[]],
): GameFilterState<Sort> {
  const params = useParams();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [{ filter, sort }, setRequested] = useRequested<{ filter: GameFilter; sort: Sort }>({
    filter: {
      categoryID: parseRecordId(params.categoryID ?? query.get('category')),
      type: params.type ?? query.get('type') ?? undefined,
      providerID: parseRecordId(params.providerID ?? query.get('provider')),
      searchGameName: searchText(query.get('q')),
    },
    sort: sorts.find((item) => item === query.get('sort')) ?? sorts[0],
  });
  const addressOf = (filter: GameFilter, sort: Sort) =>
    gameListAddress(paths, filter, sort === sorts[0] ? undefined : sort);
  const show = (next: GameFilter, nextSort: Sort, replace: boolean) => {
    setRequested({ filter: next, sort: nextSort });
    void navigate(addressOf(next, nextSort), { replace });
  };
  return {
    filter,
    sort,
    addressWith: (change) => addressOf({ ...filter, ...change }, sort),
    setFilter: (change) => show({ ...filter, ...change }, sort, false),
    setSort: (next) => show(filter, next, true),
    setSearch: (text) => {
      const searchGameName = searchText(text ?? null);
      if (searchGameName !== filter.searchGameName) show({ ...filter, searchGameName }, sort, true);
    },
  };
}
