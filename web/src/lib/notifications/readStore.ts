import { createStoredValue } from '../storage/storedValue';
import { useStore } from '../store/useStore';

/** How many ids are stored: more than the page shows of both kinds. */
const limit = 600;
const none: readonly string[] = [];

/** The ids that a player has read in this browser, by user name: the uid is sealed anew at every login. */
const readIds = createStoredValue<readonly string[]>('readNotifications', {
  parse: (json) => (Array.isArray(json) ? json.map(String) : none),
});

/** Marks notifications as read by a player in this browser. */
export function markRead(username: string, ids: readonly string[]): void {
  const known = readIds.get(username);
  const added = ids.filter((id) => !known.includes(id));
  if (added.length > 0) readIds.set([...added, ...known].slice(0, limit), username);
}

/** Returns the ids that a player has read in this browser, in step with other tabs. */
export const useReadIds = (username: string | undefined): readonly string[] =>
  useStore({
    get: () => (username === undefined ? none : readIds.get(username)),
    subscribe: readIds.subscribe,
  });
