const key = 'recentSearches';

/** How many searches are kept. */
const kept = 8;

/** What was searched for last at this browser, newest first. */
export function recentSearches(): string[] {
  try {
    const list = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown;
    return Array.isArray(list) ? list.filter((it) => typeof it === 'string') : [];
  } catch {
    return [];
  }
}

/** Keeps a search that has led somewhere. */
export function keepSearch(text: string): void {
  const word = text.trim();
  const same = (it: string) => it.toLocaleLowerCase() === word.toLocaleLowerCase();
  put([word, ...recentSearches().filter((it) => !same(it))].slice(0, kept));
}

/** Forgets them all. */
export const forgetSearches = (): void => put([]);

function put(list: string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(list));
  } catch {
    // A full or forbidden storage costs the list, nothing more.
  }
}
