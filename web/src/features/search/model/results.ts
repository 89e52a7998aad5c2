import type { Game, Provider, Table } from '@/contracts/types';
import { idOf, playAddress, type AnyGame } from '@/components/games/model/game';
import type { GatewayError } from '@/lib/gateway/error';
import { paths } from '@/lib/paths/paths';

/** A result: what it is called, where it leads, and the game that it opens. */
export interface SearchResult {
  key: string;
  name: string;
  image: string;
  /** The shape of the image. */
  shape: 'slot' | 'live' | 'provider';
  to: string;
  /** Of a game or table. */
  game?: AnyGame;
  /** Of a provider. */
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
  /** The name that was searched for instead, as nothing has the typed one. */
  suggestion?: string;
  loading: boolean;
  error: GatewayError | undefined;
  reload(): void;
}

const ofGame = (game: AnyGame, shape: 'slot' | 'live'): SearchResult => ({
  key: `${shape}-${idOf(game)}`,
  name: game.name,
  image: game.image,
  shape,
  to: playAddress(game),
  game,
});

/** A provider leads to its slots, or to its live tables where it has no slots. */
const ofProvider = (provider: Provider): SearchResult => ({
  key: `provider-${provider.providerID}`,
  name: provider.providerName,
  image: provider.logo,
  shape: 'provider',
  to: (provider.gameCount > 0 ? paths.slotProvider : paths.liveProvider).to({
    providerID: provider.providerID,
  }),
  provider,
});

/** Groups what was found. */
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
