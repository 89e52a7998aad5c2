import { useEffect, useEffectEvent, useState } from 'react';
import { siteSession } from '../session/site';
import { usePlayer } from '../session/useSession';
import { deleteDraft, readDraft, saveDraft } from './drafts';

const useUsername = () => usePlayer()?.profile.username;

/** Returns this player's draft of `useSaveDraft` under the name. Each form has its own name. */
export function useRestoredDraft<Value>(name: string): Value | undefined {
  const username = useUsername();
  const [draft] = useState(() => readDraft(name, username) as Value | undefined);
  useEffect(() => void deleteDraft(name), [name]);
  return draft;
}

/**
 * Saves the result of `read` when the player's session ends, so the next login can restore the
 * input. `read` returns undefined if there is nothing to save.
 */
export function useSaveDraft<Value>(name: string, read: () => Value | undefined): void {
  const username = useUsername();
  // The session notifies its subscribers before React renders, so the form still has its input.
  const onSessionChange = useEffectEvent(() => {
    if (username === undefined || siteSession().state().phase === 'player') return;
    const value = read();
    if (value !== undefined) saveDraft(name, username, value);
  });
  useEffect(() => siteSession().subscribe(onSessionChange), []);
}
