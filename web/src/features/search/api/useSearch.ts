import { searchMinimum } from '@/contracts/constants';
import { useCasinoGamesList } from '@/contracts/hooks/casino';
import { useLivecasinoGameTableList } from '@/contracts/hooks/livecasino';
import { hasFeature } from '@/lib/bootstrap/bootstrap';
import type { GatewayError } from '@/lib/gateway/error';
import { resultsOf, type SearchResults } from '../model/results';

/** The number of results of each kind. */
const resultLimit = 8;

/** The maximum length of a search text (calls.md §2, SearchText). */
export const searchMaximum = 64;

/** Reports whether a text is long enough: at least 3 characters (spec §5). */
export const isSearchable = (text: string): boolean => [...text.trim()].length >= searchMinimum;

/**
 * Searches slots and live tables by name in parallel, for servers without suggestions; sends nothing if the text is
 * too short.
 */
export function useSearch(text: string): SearchResults {
  const searchGameName = text.trim();
  const enabled = isSearchable(searchGameName);
  const data = { searchGameName, limit: resultLimit, offset: 0 };
  const slots = useCasinoGamesList(enabled && hasFeature('slots') ? data : null);
  const tables = useLivecasinoGameTableList(enabled && hasFeature('live') ? data : null);
  const requests = [hasFeature('slots') && slots, hasFeature('live') && tables].filter(
    (it) => !!it,
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
