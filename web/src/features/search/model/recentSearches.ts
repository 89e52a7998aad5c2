const key = 'recentSearches';

/** The maximum number of stored searches. */
const kept = 8;

/** Returns the recent searches of this browser, newest first. */
export function recentSearches(): string[] {
  try {
    const list = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown;
    return Array.isArray(list) ? list.filter((it) => typeof it === 'string') : [];
  } catch {
    return [];
  }
}

/** Stores a search from which a result was opened. */
export function keepSearch(text: string): void {
  const word = text.trim();
  const same = (it: string) => it.toLocaleLowerCase() === word.toLocaleLowerCase();
  put([word, ...recentSearches().filter((it) => !same(it))].slice(0, kept));
}

/** Clears the recent searches. */
export const forgetSearches = (): void => put([]);

function put(list: string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(list));
  } catch {
    // Full or forbidden storage: the search is not stored.
  }
}
