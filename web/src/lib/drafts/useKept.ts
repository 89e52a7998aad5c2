import { useEffect, useEffectEvent, useState } from 'react';
import { siteSession, usePlayer } from '../session';
import { draftOf, dropDraft, keepDraft } from './store';

const useUsername = () => usePlayer()?.profile.username;

/** What `useKeep` has kept of this player under the name; a name stands for one place of the site. */
export function useKept<Typed>(name: string): Typed | undefined {
  const username = useUsername();
  const [found] = useState(() => draftOf(name, username) as Typed | undefined);
  useEffect(() => void dropDraft(name), [name]);
  return found;
}

/**
 * Keeps what `read` gives when the session ends under the player's hands, so that it outlives the login in between;
 * undefined where there is nothing worth keeping.
 */
export function useKeep<Typed>(name: string, read: () => Typed | undefined): void {
  const username = useUsername();
  // The engine tells its listeners before anything renders: the page still stands as it was.
  const look = useEffectEvent(() => {
    if (username === undefined || siteSession().state().phase === 'player') return;
    const typed = read();
    if (typed !== undefined) keepDraft(name, username, typed);
  });
  useEffect(() => siteSession().subscribe(look), []);
}
