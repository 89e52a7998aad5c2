import { useEffect, useEffectEvent, useState } from 'react';
import { siteSession, usePlayer } from '../session';
import { readDraft, deleteDraft, saveDraft } from './drafts';

const useUsername = () => usePlayer()?.profile.username;

/** Returns the draft that `useSaveDraft` saved for this player under the name. A name belongs to one form of the site. */
export function useRestoredDraft<Typed>(name: string): Typed | undefined {
  const username = useUsername();
  const [found] = useState(() => readDraft(name, username) as Typed | undefined);
  useEffect(() => void deleteDraft(name), [name]);
  return found;
}

/**
 * Keeps what `read` gives when the session ends under the player's hands, so that it outlives the login in between;
 * undefined where there is nothing worth keeping.
 */
export function useSaveDraft<Typed>(name: string, read: () => Typed | undefined): void {
  const username = useUsername();
  // The engine tells its listeners before anything renders: the page still stands as it was.
  const look = useEffectEvent(() => {
    if (username === undefined || siteSession().state().phase === 'player') return;
    const typed = read();
    if (typed !== undefined) saveDraft(name, username, typed);
  });
  useEffect(() => siteSession().subscribe(look), []);
}
