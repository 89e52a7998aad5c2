import { useSlotProviders } from '@/components/games/api/slotLists';
import { idOf, type AnyGame } from '@/components/games/model/game';
import type { GameRequest } from '@/components/games/model/runningGame';
import type { SlotHint } from '@/components/games/model/slotHint';
import { maxPageSize, searchMinimum } from '@/contracts/constants';
import { useCasinoGamesListPages } from '@/contracts/hooks/casino';
import { useLivecasinoGameTableListPages } from '@/contracts/hooks/livecasino';
import { useNextPages } from '@/lib/swr/useAllPages';
import type { CallPages } from '@/lib/swr/useCallPages';

/** How many items of a list are searched for a game. */
const searchedCount = 4 * maxPageSize;

/**
 * Finds the record of a game, if it is given, in the platform's lists, since the platform has no call for a single game. A slot is
 * searched for by the hint of its link, or among those of the provider that its address names.
 */
export function useListedGame(
  game: GameRequest | undefined,
  hint: SlotHint | undefined,
): AnyGame | undefined {
  const provider = hint || game?.kind !== 'slot' ? undefined : game.provider;
  const providers = useSlotProviders(provider !== undefined);
  const waits = provider !== undefined && !providers.data && !providers.error;
  const providerID = providers.data?.find((it) => it.providerName === provider)?.providerID;
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

/** Returns the record of a game from a list, whose pages it loads until it has found the game. */
function useFound<Game extends AnyGame>(pages: CallPages<Game>, game: GameRequest | undefined) {
  const found = pages.items?.find((it) => idOf(it) === game?.id);
  useNextPages(pages, game !== undefined && !found && (pages.items?.length ?? 0) < searchedCount);
  return found;
}
