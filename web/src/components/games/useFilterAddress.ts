import { useCallback } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { GameFilter } from '@/lib/games';

export interface FilterAddress<Sort extends string> {
  filter: GameFilter;
  sort: Sort;
  /** Where the list is with one filter changed; undefined takes it away. */
  to(change: GameFilter): string;
  setSort(sort: Sort): void;
}

/** The addresses of one lobby's lists (spec §2). */
export interface ListPaths {
  all(): string;
  category(categoryID: number): string;
  type(type: string): string;
  provider(providerID: number): string;
}

const number = (text: string | null | undefined): number | undefined =>
  text && /^\d+$/.test(text) ? Number(text) : undefined;

/**
 * The filter as the address says it: the first of category, type and provider stands in the path, the
 * others beside it as a query, so that every list can be linked to and returned to.
 */
export function useFilterAddress<Sort extends string>(
  list: ListPaths,
  sorts: readonly [Sort, ...Sort[]],
): FilterAddress<Sort> {
  const params = useParams();
  const [query, setQuery] = useSearchParams();
  const filter: GameFilter = {
    categoryID: number(params.categoryID ?? query.get('category')),
    type: params.type ?? query.get('type') ?? undefined,
    providerID: number(params.providerID ?? query.get('provider')),
  };
  const sort = sorts.find((it) => it === query.get('sort')) ?? sorts[0];

  const to = (change: GameFilter) => {
    const { categoryID, type, providerID } = { ...filter, ...change };
    const rest = new URLSearchParams();
    let path = list.all();
    if (categoryID !== undefined) {
      path = list.category(categoryID);
      if (type !== undefined) rest.set('type', type);
    } else if (type !== undefined) path = list.type(type);
    else if (providerID !== undefined) path = list.provider(providerID);
    const named = categoryID !== undefined || type !== undefined;
    if (named && providerID !== undefined) rest.set('provider', String(providerID));
    if (sort !== sorts[0]) rest.set('sort', sort);
    const text = rest.toString();
    return text ? `${path}?${text}` : path;
  };

  const setSort = useCallback(
    (next: Sort) =>
      setQuery(
        (old) => {
          old.set('sort', next);
          return old;
        },
        { replace: true },
      ),
    [setQuery],
  );
  return { filter, sort, to, setSort };
}
