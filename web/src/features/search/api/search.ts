import { searchMinimum } from '@/contracts/constants';
import { useCasinoGamesList } from '@/contracts/hooks/casino';
import { useLivecasinoGameTableList } from '@/contracts/hooks/livecasino';
import { useSearchSuggest } from '@/contracts/hooks/search';
import { hasFeature, supports } from '@/lib/bootstrap/bootstrap';
import type { GatewayError } from '@/lib/gateway/error';
import { resultsOf, type SearchResults } from '../model/results';

/** The number of results of each kind. */
const resultLimit = 8;

/** The maximum length of a search text. */
export const searchMaximum = 64;

/** Reports whether a text has at least 3 characters and is long enough for a search. */
const isSearchable = (text: string): boolean => [...text.trim()].length >= searchMinimum;

/**
 * Searches slots and live tables by name, for servers without suggestions. Sends nothing for a
 * short text.
 */
function useSearch(text: string): SearchResults {
  const searchGameName = text.trim();
  const enabled = isSearchable(searchGameName);
  const data = { searchGameName, limit: resultLimit, offset: 0 };
  const slots = useCasinoGamesList(enabled && hasFeature('slots') ? data : null);
  const tables = useLivecasinoGameTableList(enabled && hasFeature('live') ? data : null);
  const requests = [hasFeature('slots') && slots, hasFeature('live') && tables].filter(
    (item) => !!item,
  );
  const isFailure = (error: GatewayError | undefined) => error && error.reason !== 'no-records';
  const errors = requests.map(({ error }) => error).filter(isFailure);
  return {
    ...resultsOf(slots.data ?? [], tables.data ?? []),
    loading: enabled && requests.some(({ loading }) => loading),
    error: requests.length > 0 && errors.length === requests.length ? errors[0] : undefined,
    reload: () => requests.forEach(({ reload }) => reload()),
  };
}

/** Reports whether the search offers suggestions from the first character on. */
export const canSuggest = (): boolean => supports('search/suggest');

/** Reports whether the text is long enough: one character with suggestions, otherwise three. */
export const isSearched = (text: string): boolean =>
  canSuggest() ? text.trim() !== '' : isSearchable(text);

/**
 * Returns matching slots, live tables and providers. If suggestions fail, it searches the lists.
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
