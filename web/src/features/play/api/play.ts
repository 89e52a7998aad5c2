import { useSlotProviders } from '@/components/games/api/games';
import { idOf, isTable, type AnyGame } from '@/components/games/model/game';
import type { GameRequest, OpenedGame } from '@/components/games/model/runningGame';
import type { SlotHint } from '@/components/games/model/gameSession';
import { maxPageSize, searchMinimum, slotCategory } from '@/contracts/constants';
import { useCasinoGamesList } from '@/contracts/hooks/casino';
import { useCasinoGamesListPages, useLivecasinoGameTableListPages } from '@/contracts/hooks/pages';
import { useLivecasinoGameTableList } from '@/contracts/hooks/livecasino';
import type { RecordID, Tournament } from '@/contracts/types';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { useTournaments } from '@/lib/content/calls';
import { usePhases } from '@/lib/content/phase';
import { call } from '@/lib/gateway/site';
import { useNextPages } from '@/lib/swr/useAllPages';
import type { CallPages } from '@/lib/swr/useCallPages';

/** The number of requested games per list, and the number of shown games. */
const listLimit = 7;
const shownLimit = 9;

/** Categories of the lobby rows, which say little about a slot. */
const generalCategories: readonly RecordID[] = Object.values(slotCategory);

/**
 * Returns similar games of the same provider, then of the same category. For an unknown game it
 * returns the most popular ones.
 */
export function useRelatedGames(request: GameRequest, game: AnyGame | undefined) {
  const live = request.kind === 'live';
  const category =
    game?.categories.find((recordID) => !generalCategories.includes(recordID)) ??
    game?.categories[0];
  const byProvider = game && { providerID: game.providerID, limit: listLimit };
  const byCategory = {
    limit: listLimit,
    categoryID: category ?? (live ? undefined : slotCategory.mostPopular),
  };
  const slotsOfProvider = useCasinoGamesList(live || !byProvider ? null : byProvider);
  const slotsOfCategory = useCasinoGamesList(live ? null : byCategory);
  const tablesOfProvider = useLivecasinoGameTableList(live && byProvider ? byProvider : null);
  const tablesOfCategory = useLivecasinoGameTableList(live ? byCategory : null);
  const ofCategory = live ? tablesOfCategory : slotsOfCategory;
  const ofProvider = live ? tablesOfProvider : slotsOfProvider;
  const lists = byProvider ? [ofProvider, ofCategory] : [ofCategory];

  const found = new Map<RecordID, AnyGame>();
  for (const list of lists) {
    for (const item of (list.data ?? []) as AnyGame[]) {
      if (idOf(item) !== request.id && (!isTable(item) || item.isOpen)) found.set(idOf(item), item);
    }
  }
  return {
    games: [...found.values()].slice(0, shownLimit),
    loading: found.size === 0 && lists.some((list) => list.loading),
    error: found.size === 0 ? lists.find((list) => list.error)?.error : undefined,
    reload: () => lists.forEach((list) => void list.reload()),
  };
}

/** The number of list items to search for a game. */
const searchedCount = 4 * maxPageSize;

/**
 * Finds the record of a game in the platform's lists, because the platform has no call for a single
 * game. For a slot it uses the hint of its link or the provider in its address.
 */
export function useListedGame(
  game: GameRequest | undefined,
  hint: SlotHint | undefined,
): AnyGame | undefined {
  const provider = hint || game?.kind !== 'slot' ? undefined : game.provider;
  const providers = useSlotProviders(provider !== undefined);
  const waits = provider !== undefined && !providers.data && !providers.error;
  const providerID = providers.data?.find((item) => item.providerName === provider)?.providerID;
  const filter = hint ? filterOf(hint) : { providerID };
  const searched = game?.kind === 'slot' && !waits ? filter : null;
  const slot = useFound(useCasinoGamesListPages(searched, maxPageSize), game);
  const tables = useLivecasinoGameTableListPages(game?.kind === 'live' ? {} : null, maxPageSize);
  const table = useFound(tables, game);
  return slot ?? table;
}

function filterOf({ name = '', categoryID }: SlotHint) {
  if (categoryID !== undefined) return { categoryID };
  return [...name].length < searchMinimum ? null : { searchGameName: name };
}

/** Returns the record of a game and loads pages of its list until it finds the game. */
function useFound<Game extends AnyGame>(pages: CallPages<Game>, game: GameRequest | undefined) {
  const found = pages.items?.find((item) => idOf(item) === game?.id);
  useNextPages(pages, game !== undefined && !found && (pages.items?.length ?? 0) < searchedCount);
  return found;
}

/** Starts a game and returns its address, or '' if the platform returned none. */
export async function startGame(game: OpenedGame): Promise<string> {
  const options = { suppressToast: true };
  if (game.kind === 'virtual') {
    const providerID = bootstrap().virtualGames[game.id];
    if (providerID === undefined)
      throw new Error(
        `could not start the virtual game ${game.id}: the brand has no provider for it`,
      );
    const request = { providerID, type: game.id };
    return (await call('virtualgames/init_game', request, options)).data.url;
  }
  const { kind, id, demo } = game;
  const answer =
    kind === 'live'
      ? await call('livecasino/init_game', { tableID: id, isMobile: true }, options)
      : await call('casino/init_game', { gameID: id, ...(demo && { demo }) }, options);
  return answer.data.url;
}

/** The lifetime of tournaments in Croupier's cache. */
const pollIntervalMs = 60_000;

/** Returns the active tournament of a slot that ends first, and polls its leaderboard. */
export function useGameTournament({ kind, id, demo }: GameRequest): Tournament | undefined {
  const phases = usePhases(useTournaments(pollIntervalMs).data);
  if (kind !== 'slot' || demo) return undefined;
  return phases?.active.find(({ gameIDs }) => gameIDs.includes(id));
}
