/** What a text that somebody searches for may be. */
export type Lookup = 'payment' | 'request' | 'player';

const moneyKey = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Request ids of the server: 26 characters of Base32. */
const requestId = /^[A-Z2-7]{26}$/;

/** Returns what a text may be, the likeliest first. Any text may be a player's name. */
export function lookupsOf(text: string): Lookup[] {
  const query = text.trim();
  if (query === '') return [];
  if (moneyKey.test(query)) return ['payment', 'player', 'request'];
  if (requestId.test(query)) return ['request', 'player'];
  return query.includes('@') ? ['player'] : ['player', 'request'];
}

const plain = (text: string) =>
  text.toLocaleLowerCase('tr').normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i');

/** Returns whether every word of a query begins a word of a label, whatever its case and accents. */
export function matches(label: string, query: string): boolean {
  const words = plain(label).split(/[\s:]+/);
  return plain(query)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}
