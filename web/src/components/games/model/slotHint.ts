import type { RecordID } from '@/contracts/types';
import { createStoredValue } from '@/lib/storage/storedValue';
import { gameOrigin } from './gameOrigin';

/** What a link to a slot knows of it where it has no record of the game: enough to show and to find the record. */
export interface SlotHint {
  gameID: RecordID;
  name?: string;
  image?: string;
  /** A category that contains the slot; else it is searched for by its name. */
  categoryID?: RecordID;
}

const hint = createStoredValue<SlotHint | undefined>('slotHint', {
  area: 'session',
  parse: (json) => (json as SlotHint | null) ?? undefined,
});

/** The slot that was opened last in this tab by such a link. */
export const slotHint = {
  get: () => hint.get(),
  /** Stores what is known of the slot that the player chose, and the page on which it was chosen. */
  set(known: SlotHint): void {
    gameOrigin.save();
    hint.set(known);
  },
  subscribe: hint.subscribe,
};
