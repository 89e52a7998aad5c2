import { createStoredValue } from '@/lib/storage/storedValue';

/** How many searches are stored. */
const limit = 8;

const searches = createStoredValue<readonly string[]>('recentSearches', {
  parse: (json) => (Array.isArray(json) ? json.filter((it) => typeof it === 'string') : []),
});

/** The last searches in this browser, newest first. */
export const recentSearches = {
  get: () => searches.get(),
  /** Moves a search to the head of the list. */
  add(text: string): void {
    const search = text.trim();
    const isSame = (it: string) => it.toLocaleLowerCase() === search.toLocaleLowerCase();
    searches.set([search, ...searches.get().filter((it) => !isSame(it))].slice(0, limit));
  },
  clear: (): void => searches.remove(),
  subscribe: searches.subscribe,
};
