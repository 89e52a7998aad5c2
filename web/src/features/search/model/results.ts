import { idOf, playAddress, type AnyGame } from '@/components/games/model/game';
import type { Game, Provider, Table } from '@/contracts/types';
import type { GatewayError } from '@/lib/gateway/error';
import { paths } from '@/lib/paths/paths';
import { createStoredValue } from '@/lib/storage/storedValue';

/** A result: its name, its address and its game. */
export interface SearchResult {
  key: string;
  name: string;
  image: string;
  srcset?: string;
  /** The shape of the image. */
  shape: 'slot' | 'live' | 'provider';
  to: string;
  /** The game or table of the result. */
  game?: AnyGame;
  /** The provider of the result. */
  provider?: Provider;
}

/** The results of one kind. */
export interface ResultGroup {
  kind: 'slots' | 'live' | 'providers';
  results: SearchResult[];
}

export interface SearchResults {
  /** The kinds that have results, in order. */
  groups: ResultGroup[];
  /** The name of a suggested search, if nothing matches the text. */
  suggestion?: string;
  loading: boolean;
  error: GatewayError | undefined;
  reload(): void;
}

const ofGame = (game: AnyGame, shape: 'slot' | 'live'): SearchResult => ({
  key: `${shape}-${idOf(game)}`,
  name: game.name,
  image: game.image,
  srcset: game.srcset,
  shape,
  to: playAddress(game),
  game,
});

/** A provider leads to its slots, or to its live tables if it has no slots. */
const ofProvider = (provider: Provider): SearchResult => ({
  key: `provider-${provider.providerID}`,
  name: provider.providerName,
  image: provider.logo,
  srcset: provider.srcset,
  shape: 'provider',
  to: (provider.gameCount > 0 ? paths.slotProvider : paths.liveProvider).to({
    providerID: provider.providerID,
  }),
  provider,
});

/** Returns the matches in groups. */
export function resultsOf(
  slots: readonly Game[],
  tables: readonly Table[],
  providers: readonly Provider[] = [],
  suggestion?: string,
): Pick<SearchResults, 'groups' | 'suggestion'> {
  const groups: ResultGroup[] = [
    { kind: 'slots', results: slots.map((game) => ofGame(game, 'slot')) },
    { kind: 'live', results: tables.map((table) => ofGame(table, 'live')) },
    { kind: 'providers', results: providers.map(ofProvider) },
  ];
  return { groups: groups.filter(({ results }) => results.length > 0), suggestion };
}

/** The number of stored searches. */
const limit = 8;

const searches = createStoredValue<readonly string[]>('recentSearches', {
  parse: (json) => (Array.isArray(json) ? json.filter((item) => typeof item === 'string') : []),
});

/** The last searches in this browser, newest first. */
export const recentSearches = {
  get: () => searches.get(),
  /** Moves a search to the head of the list. */
  add(text: string): void {
    const search = text.trim();
    const isSame = (name: string) => name.toLocaleLowerCase() === search.toLocaleLowerCase();
    searches.set([search, ...searches.get().filter((name) => !isSame(name))].slice(0, limit));
  },
  clear: (): void => searches.remove(),
  subscribe: searches.subscribe,
};
