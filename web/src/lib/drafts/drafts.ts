/**
 * Unsent form input of players whose session ended, by name. It is kept in memory only, so that account numbers and
 * the like never remain in the browser.
 */
const drafts = new Map<string, { username: string; value: unknown }>();

/** Saves a draft of a player. */
export function saveDraft(name: string, username: string, value: unknown): void {
  drafts.set(name, { username, value });
}

/** Returns the draft of this player under the name; undefined for any other player. */
export function readDraft(name: string, username: string | undefined): unknown {
  const draft = drafts.get(name);
  return draft?.username === username ? draft?.value : undefined;
}

/** Deletes a draft after it was restored or sent. */
export const deleteDraft = (name: string): boolean => drafts.delete(name);

/** Deletes the drafts of all other players; without a user name, all drafts. */
export function deleteDraftsExcept(username?: string): void {
  for (const [name, draft] of drafts) if (draft.username !== username) drafts.delete(name);
}
