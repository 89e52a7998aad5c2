import type { SlotHint } from '@/components/games/model';
import { maxPageSize, searchMinimum } from '@/contracts/constants';
import { useCasinoGamesList } from '@/contracts/hooks/casino';
import type { Game } from '@/contracts/types';

/** Finds the record of a slot of which only a hint is known, since the platform has no call for a single game. */
export function useHintedSlot(hint: SlotHint | undefined): Game | undefined {
  const games = useCasinoGamesList(hint ? requestFor(hint) : null).data;
  return hint && games?.find(({ gameID }) => gameID === hint.gameID);
}

function requestFor({ name = '', categoryID }: SlotHint) {
  if (categoryID !== undefined) return { categoryID, limit: maxPageSize };
  return [...name].length < searchMinimum ? null : { searchGameName: name };
}
