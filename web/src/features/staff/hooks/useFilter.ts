import { useSearchParams } from 'react-router';

/** A filter of a list: what was typed, by the name of the field. */
export type Filter<Name extends string = string> = Partial<Record<Name, string>>;

/** Returns the filter in the address of the page, and the function that replaces it. */
export function useFilter<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  const filter: Filter<Name> = {};
  for (const name of names) filter[name] = search.get(name) ?? '';
  const set = (next: Filter) =>
    setSearch(Object.entries(next).filter((it): it is [string, string] => Boolean(it[1])));
  return [filter, set] as const;
}
