import { slotCategory } from '@/contracts/constants';
import type { RecordID } from '@/contracts/types';
import { parseRecordId } from '@/lib/recordId';

/** The sections of the lobby that show a slot category. */
const categories: Record<string, RecordID> = {
  popular: slotCategory.mostPopular,
  new_arrivals: slotCategory.newArrivals,
  jackpot: slotCategory.jackpot,
  drops_and_wins: slotCategory.dropsAndWins,
  free_spins: slotCategory.freeSpinsPurchase,
  board_games: slotCategory.boardGames,
};

const categoryPrefix = 'category/';

/** Returns the slot category of a lobby section, or undefined for other sections. */
export const categoryOfSection = (name: string): RecordID | undefined =>
  name.startsWith(categoryPrefix)
    ? parseRecordId(name.slice(categoryPrefix.length))
    : categories[name];

/** Returns whether a section shows a slot category or a row of slots of the brand. */
export const showsSlots = (name: string): boolean =>
  name.startsWith('row/') || categoryOfSection(name) !== undefined;

/** Returns the section with the first row of games, which is on the first screen. */
export const leadSection = (sections: readonly string[]): string | undefined =>
  sections.find((name) => name === 'live' || name === 'quick_access' || showsSlots(name));
