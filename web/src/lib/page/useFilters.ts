import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { useRequested } from './page';

/** The filters of a list in the address, which a reload, a link and the back button restore. */
export interface Filters<Name extends string> {
  get(name: Name): string | undefined;
  /** Returns a filter that is a positive integer of at most 15 digits, such as a platform id. */
  number(name: Name): number | undefined;
  /**
   * Changes filters. Undefined removes a filter. Each change adds a history entry and scrolls to
   * the top, unless it replaces the current entry.
   */
  set(
    changes: Partial<Record<Name, string | number | undefined>>,
    options?: { replace: boolean },
  ): void;
}

/** Returns the filters of the address by name. Other parts of the query do not change. */
export function useFilters<Name extends string>(): Filters<Name> {
  const [shown, setQuery] = useSearchParams();
  const [query, setRequested] = useRequested(shown);
  return {
    get: (name) => query.get(name) ?? undefined,
    number: (name) => {
      const text = query.get(name) ?? '';
      return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
    },
    set: (changes, options) => {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries<string | number | undefined>(changes)) {
        if (value === undefined) next.delete(name);
        else next.set(name, String(value));
      }
      setRequested(next);
      setQuery(next, options);
    },
  };
}

/** Returns to the first page of a list if the page in its address has no records. */
export function useFirstPageIf(
  isEmpty: boolean,
  offset: number,
  onOffset: (offset: number) => void,
): void {
  const leave = useEffectEvent(() => onOffset(0));
  const isPast = isEmpty && offset > 0;
  useEffect(() => {
    if (isPast) leave();
  }, [isPast]);
}
