import { idOf, isTable, type AnyGame } from '@/components/games/model/game';
import type { GameRequest } from '@/components/games/model/runningGame';
import { slotCategory } from '@/contracts/constants';
import { useCasinoGamesList } from '@/contracts/hooks/casino';
import { useLivecasinoGameTableList } from '@/contracts/hooks/livecasino';
import type { RecordID } from '@/contracts/types';

/** How many games of the provider and of the category are requested, and how many of both are shown. */
const listLimit = 7;
const shownLimit = 9;

/** Categories of every slot's lobby rows, which say little about a slot. */
const generalCategories: readonly RecordID[] = Object.values(slotCategory);

/**
 * Returns the games like one: those of its provider, then those of its category. Of an unknown game, the most popular
 * ones of its kind.
 */
export function useRelatedGames(request: GameRequest, game: AnyGame | undefined) {
  const live = request.kind === 'live';
  const category =
    game?.categories.find((it) => !generalCategories.includes(it)) ?? game?.categories[0];
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
    for (const it of (list.data ?? []) as AnyGame[]) {
      if (idOf(it) !== request.id && (!isTable(it) || it.isOpen)) found.set(idOf(it), it);
    }
  }
  return {
    games: [...found.values()].slice(0, shownLimit),
    loading: found.size === 0 && lists.some((list) => list.loading),
    error: found.size === 0 ? lists.find((list) => list.error)?.error : undefined,
    reload: () => lists.forEach((list) => void list.reload()),
  };
}
