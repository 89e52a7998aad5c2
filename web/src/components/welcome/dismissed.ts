import { createStoredValue } from '@/lib/storage/storedValue';

/** Whether a player has hidden the card for an empty balance in this browser, by user name. */
export const welcomeDismissed = createStoredValue('welcomeDismissed', {
  parse: (json) => json === true,
});
