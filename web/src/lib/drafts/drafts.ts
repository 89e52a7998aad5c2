/**
 * Unsent form input of players after the end of their session, by name. It is only in memory,
 * because account numbers must not remain in the browser.
 */
const drafts = new Map<string, { username: string; value: unknown }>();

/** Saves a draft of a player. */
export function saveDraft(name: string, username: string, value: unknown): void {
  drafts.set(name, { username, value });
}

/** Returns the draft of this player under the name, or undefined for any other player. */
export function readDraft(name: string, username: string | undefined): unknown {
  const draft = drafts.get(name);
  return draft?.username === username ? draft?.value : undefined;
}

/** Deletes a draft after it is restored or sent. */
export const deleteDraft = (name: string): boolean => drafts.delete(name);

/** Deletes the drafts of all other players. Without a user name it deletes all drafts. */
export function deleteDraftsExcept(username?: string): void {
  for (const [name, draft] of drafts) if (draft.username !== username) drafts.delete(name);
}
