/**
 * What stood unsent on a page when its player's session ended, by name. In memory alone: account numbers and the
 * like are not left behind in a browser.
 */
const kept = new Map<string, { owner: string; typed: unknown }>();

/** Keeps what this player has typed, until they are here again. */
export function saveDraft(name: string, owner: string, typed: unknown): void {
  kept.set(name, { owner, typed });
}

/** What is kept of this player under the name; nobody else ever sees it. */
export function readDraft(name: string, owner: string | undefined): unknown {
  const found = kept.get(name);
  return found?.owner === owner ? found?.typed : undefined;
}

/** Forgets a draft: it is in use again, or has been sent. */
export const deleteDraft = (name: string): boolean => kept.delete(name);

/** Forgets everything but what is this player's; without one, everything. */
export function deleteDraftsExcept(owner?: string): void {
  for (const [name, draft] of kept) if (draft.owner !== owner) kept.delete(name);
}
