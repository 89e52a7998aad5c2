import { useSearchSuggest } from '@/contracts/hooks/search';
import { hasFeature } from '@/lib/bootstrap/bootstrap';
import { supports } from '@/lib/bootstrap/supports';
import { resultsOf, type SearchResults } from '../model/results';
import { isSearchable, useSearch } from './useSearch';

/** The number of results of each kind. */
const resultLimit = 8;

/** Reports whether the search can suggest while one types, from the first character on. */
export const canSuggest = (): boolean => supports('search/suggest');

/** Reports whether a text is searched for: from one character on with suggestions, else from three (spec §5). */
export const isSearched = (text: string): boolean =>
  canSuggest() ? text.trim() !== '' : isSearchable(text);

/**
 * Returns what a text finds among slots, live tables and providers. Where the suggestions fail, the lists are
 * searched as the specification says.
 */
export function useSuggest(text: string): SearchResults {
  const q = text.trim();
  const suggest = useSearchSuggest(canSuggest() && q !== '' ? { q, limit: resultLimit } : null, {
    keepPreviousData: q !== '',
  });
  const failed = suggest.error !== undefined && suggest.error.reason !== 'no-records';
  const lists = useSearch(!canSuggest() || failed ? q : '');
  if (!canSuggest() || failed) return lists;
  const { games = [], tables = [], providers = [], suggestion } = suggest.data ?? {};
  return {
    ...resultsOf(
      hasFeature('slots') ? games : [],
      hasFeature('live') ? tables : [],
      providers,
      suggestion,
    ),
    loading: suggest.loading,
    error: undefined,
    reload: suggest.reload,
  };
}
